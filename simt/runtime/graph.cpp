#include "simt/runtime/graph.h"

#include <algorithm>

#include "simt/runtime/execute.h"
#include "simt/runtime/graph_nodes.h"

namespace simt::runtime {

std::vector<GraphNode*> Graph::in_order() const {
  std::map<const GraphNode*, size_t> missing;
  std::map<const GraphNode*, std::vector<GraphNode*>> dependents;
  std::vector<GraphNode*> order;
  for (const auto& node : nodes) {
    missing[node.get()] = node->dependencies.size();
    for (const GraphNode* before : node->dependencies) dependents[before].push_back(node.get());
    if (node->dependencies.empty()) order.push_back(node.get());
  }
  for (size_t i = 0; i < order.size(); ++i)
    for (GraphNode* next : dependents[order[i]])
      if (--missing[next] == 0) order.push_back(next);
  if (order.size() != nodes.size()) order.clear();
  return order;
}

GraphExec::Step* GraphExec::find(cudaGraphNode_t node) {
  const auto it = std::find_if(steps.begin(), steps.end(),
                               [node](const Step& step) { return step.node == node; });
  return it == steps.end() ? nullptr : &*it;
}

GraphNode& add_node(Context& context, Graph& graph, Operation operation,
                    std::vector<GraphNode*> dependencies) {
  for (const GraphNode* node : dependencies) require(node->graph == &graph, cudaErrorInvalidValue);
  std::sort(dependencies.begin(), dependencies.end());
  dependencies.erase(std::unique(dependencies.begin(), dependencies.end()), dependencies.end());
  auto node = std::make_shared<GraphNode>();
  node->graph = &graph;
  node->operation = std::move(operation);
  node->dependencies = std::move(dependencies);
  node->handle = context.nodes.add(node);
  graph.nodes.push_back(node);
  return *node;
}

Graph& find_graph(Context& context, cudaGraph_t handle) {
  const auto found = context.graphs.find(handle);
  require(found != nullptr, cudaErrorInvalidValue);
  return *found;
}

GraphNode& find_node(Context& context, cudaGraphNode_t handle) {
  const auto found = context.nodes.find(handle);
  require(found != nullptr, cudaErrorInvalidValue);
  return *found;
}

std::vector<GraphNode*> find_nodes(Context& context, const cudaGraphNode_t* handles, size_t count) {
  require(count == 0 || handles != nullptr, cudaErrorInvalidValue);
  std::vector<GraphNode*> nodes;
  for (size_t i = 0; i < count; ++i) nodes.push_back(&find_node(context, handles[i]));
  return nodes;
}

std::shared_ptr<Graph> clone_graph(Context& context, const Graph& graph,
                                   std::map<const GraphNode*, GraphNode*>& copies) {
  auto copy = std::make_shared<Graph>();
  for (const GraphNode* node : graph.in_order()) {
    std::vector<GraphNode*> dependencies;
    for (const GraphNode* before : node->dependencies) dependencies.push_back(copies.at(before));
    copies[node] = &add_node(context, *copy, node->operation, std::move(dependencies));
  }
  copy->handle = context.graphs.add(copy);
  return copy;
}

KernelOperation kernel_of(Context& context, const void* function, const dim3& grid,
                          const dim3& block, unsigned shared, void** arguments) {
  KernelOperation operation;
  operation.kernel = &find_kernel(context, function);
  operation.grid = {grid.x, grid.y, grid.z};
  operation.block = {block.x, block.y, block.z};
  operation.dynamic_shared = shared;
  operation.parameters = pack_parameters(
      context.modules.load(context, *operation.kernel, context.current().ordinal).info(),
      arguments);
  return operation;
}

FillOperation fill_of(void* pointer, size_t pitch, unsigned value, unsigned element, size_t width,
                      size_t height) {
  require(pointer);
  FillOperation fill;
  fill.destination = {pointer, pitch, 0};
  fill.value = value;
  fill.element = element;
  fill.width = width;
  fill.height = height;
  return fill;
}

}  // namespace simt::runtime
