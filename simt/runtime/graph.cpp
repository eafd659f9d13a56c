#include "simt/runtime/graph.h"

#include <algorithm>

#include "simt/runtime/calls.h"
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
                    const std::vector<GraphNode*>& dependencies) {
  auto node = std::make_shared<GraphNode>();
  node->graph = &graph;
  node->operation = std::move(operation);
  // Each once, in the order in which they were named.
  for (GraphNode* before : dependencies) {
    require(before->graph == &graph, cudaErrorInvalidValue);
    if (std::ranges::find(node->dependencies, before) == node->dependencies.end())
      node->dependencies.push_back(before);
  }
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
    copies[node] = &add_node(context, *copy, node->operation, dependencies);
  }
  copy->handle = context.graphs.add(copy);
  return copy;
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
