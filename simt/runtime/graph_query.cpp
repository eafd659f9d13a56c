// Graphs: what is in them, and changes of their edges.
#include <algorithm>

#include "simt/runtime/graph_nodes.h"

using namespace simt::runtime;

namespace {

// Gives back a list as the API does: how many there are, or as many as there is room for.
template <class T>
void give(const std::vector<T>& all, T* out, size_t* count) {
  require(count);
  if (out == nullptr) {
    *count = all.size();
    return;
  }
  for (size_t i = 0; i < *count; ++i) out[i] = i < all.size() ? all[i] : T{};
  *count = std::min(*count, all.size());
}

std::vector<cudaGraphNode_t> handles_of(const std::vector<GraphNode*>& nodes) {
  std::vector<cudaGraphNode_t> handles;
  for (const GraphNode* node : nodes) handles.push_back(node->handle);
  return handles;
}

void clear(cudaGraphEdgeData* edges, const size_t* count) {
  if (edges != nullptr) std::fill_n(edges, *count, cudaGraphEdgeData{});
}

constexpr cudaGraphNodeType node_types[] = {
    cudaGraphNodeTypeKernel, cudaGraphNodeTypeMemcpy,      cudaGraphNodeTypeMemset,
    cudaGraphNodeTypeHost,   cudaGraphNodeTypeEventRecord, cudaGraphNodeTypeWaitEvent,
    cudaGraphNodeTypeEmpty,  cudaGraphNodeTypeGraph,       cudaGraphNodeTypeMemAlloc,
    cudaGraphNodeTypeMemFree};
static_assert(std::size(node_types) == std::variant_size_v<Operation>);

}  // namespace

extern "C" {

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType* type) {
  return api("cudaGraphNodeGetType", [&](Context& context) {
    require(type);
    *type = node_types[find_node(context, node).operation.index()];
    return cudaSuccess;
  });
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, size_t* count) {
  return api("cudaGraphGetNodes", [&](Context& context) {
    std::vector<cudaGraphNode_t> all;
    for (const auto& node : find_graph(context, graph).nodes) all.push_back(node->handle);
    give(all, nodes, count);
    return cudaSuccess;
  });
}

cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, size_t* count) {
  return api("cudaGraphGetRootNodes", [&](Context& context) {
    std::vector<cudaGraphNode_t> roots;
    for (const auto& node : find_graph(context, graph).nodes)
      if (node->dependencies.empty()) roots.push_back(node->handle);
    give(roots, nodes, count);
    return cudaSuccess;
  });
}

cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to,
                              cudaGraphEdgeData* edges, size_t* count) {
  return api("cudaGraphGetEdges", [&](Context& context) {
    require(count);
    require((from == nullptr) == (to == nullptr), cudaErrorInvalidValue);
    std::vector<cudaGraphNode_t> sources, targets;
    for (const auto& node : find_graph(context, graph).nodes)
      for (const GraphNode* before : node->dependencies) {
        sources.push_back(before->handle);
        targets.push_back(node->handle);
      }
    size_t room = *count;
    give(sources, from, &room);
    give(targets, to, count);
    clear(edges, count);
    return cudaSuccess;
  });
}

cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t* dependencies,
                                         cudaGraphEdgeData* edges, size_t* count) {
  return api("cudaGraphNodeGetDependencies", [&](Context& context) {
    give(handles_of(find_node(context, node).dependencies), dependencies, count);
    clear(edges, count);
    return cudaSuccess;
  });
}

cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t* dependents,
                                           cudaGraphEdgeData* edges, size_t* count) {
  return api("cudaGraphNodeGetDependentNodes", [&](Context& context) {
    GraphNode& before = find_node(context, node);
    std::vector<cudaGraphNode_t> all;
    for (const auto& other : before.graph->nodes)
      if (std::count(other->dependencies.begin(), other->dependencies.end(), &before) != 0)
        all.push_back(other->handle);
    give(all, dependents, count);
    clear(edges, count);
    return cudaSuccess;
  });
}

cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                     const cudaGraphNode_t* to, const cudaGraphEdgeData*,
                                     size_t count) {
  return api("cudaGraphAddDependencies", [&](Context& context) {
    Graph& owner = find_graph(context, graph);
    const auto sources = find_nodes(context, from, count), targets = find_nodes(context, to, count);
    for (size_t i = 0; i < count; ++i) {
      require(sources[i]->graph == &owner && targets[i]->graph == &owner, cudaErrorInvalidValue);
      auto& before = targets[i]->dependencies;
      require(std::count(before.begin(), before.end(), sources[i]) == 0, cudaErrorInvalidValue);
      before.push_back(sources[i]);
      if (!owner.in_order().empty()) continue;
      before.pop_back();
      return cudaErrorInvalidValue;  // in a circle
    }
    return cudaSuccess;
  });
}

cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                        const cudaGraphNode_t* to, const cudaGraphEdgeData*,
                                        size_t count) {
  return api("cudaGraphRemoveDependencies", [&](Context& context) {
    find_graph(context, graph);
    const auto sources = find_nodes(context, from, count), targets = find_nodes(context, to, count);
    for (size_t i = 0; i < count; ++i)
      require(std::erase(targets[i]->dependencies, sources[i]) != 0, cudaErrorInvalidValue);
    return cudaSuccess;
  });
}

cudaError_t cudaGraphDestroyNode(cudaGraphNode_t handle) {
  return api("cudaGraphDestroyNode", [&](Context& context) {
    GraphNode& node = find_node(context, handle);
    Graph& graph = *node.graph;
    for (const auto& other : graph.nodes) std::erase(other->dependencies, &node);
    std::erase_if(graph.nodes, [&node](const auto& other) { return other.get() == &node; });
    context.nodes.erase(handle);
    return cudaSuccess;
  });
}

}  // extern "C"
