// Making and finding nodes of graphs.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <vector>

#include "simt/runtime/context.h"
#include "simt/runtime/graph.h"
#include "simt/runtime/operation.h"

namespace simt::runtime {

GraphNode& add_node(Context& context, Graph& graph, Operation operation,
                    const std::vector<GraphNode*>& dependencies);
// Throw ApiError where a handle stands for nothing.
Graph& find_graph(Context& context, cudaGraph_t handle);
GraphNode& find_node(Context& context, cudaGraphNode_t handle);
std::vector<GraphNode*> find_nodes(Context& context, const cudaGraphNode_t* handles, size_t count);
// Of the wanted kind of operation, else ApiError.
template <class T>
T& operation_of(GraphNode& node) {
  T* operation = std::get_if<T>(&node.operation);
  require(operation != nullptr, cudaErrorInvalidValue);
  return *operation;
}
// A copy with nodes of its own, for child graphs and clones; `copies` leads from old to new.
std::shared_ptr<Graph> clone_graph(Context& context, const Graph& graph,
                                   std::map<const GraphNode*, GraphNode*>& copies);

}  // namespace simt::runtime
