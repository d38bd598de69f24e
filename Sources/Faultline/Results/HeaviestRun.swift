// Which members of a shuffled list have kept their order, so that as few as possible are said to have moved.

/// The heaviest rising run of numbers: what stays where it is while everything else moves around it.
enum HeaviestRun {
  /// Whether each of some numbers, all different, belongs to the run.
  static func members(of numbers: [Int], weights: [Int]) -> [Bool] {
    if zip(numbers, numbers.dropFirst()).allSatisfy({ $0 < $1 }) {
      return numbers.map { _ in true }
    }
    // By rank, since the numbers themselves may lie far apart.
    var ranks = [Int](repeating: 0, count: numbers.count)
    for (rank, place) in numbers.indices.sorted(by: { numbers[$0] < numbers[$1] }).enumerated() {
      ranks[place] = rank
    }
    // For each stretch of ranks the heaviest run that ends in it: a Fenwick tree of maxima.
    var tree = [(weight: Int, end: Int)](repeating: (0, -1), count: numbers.count + 1)
    var before = [Int](repeating: -1, count: numbers.count)
    for place in numbers.indices {
      var best = (weight: 0, end: -1)
      var node = ranks[place]
      while node > 0 {
        if tree[node].weight > best.weight { best = tree[node] }
        node -= node & -node
      }
      before[place] = best.end
      let run = (weight: best.weight + weights[place], end: place)
      node = ranks[place] + 1
      while node < tree.count {
        if run.weight > tree[node].weight { tree[node] = run }
        node += node & -node
      }
    }
    var best = (weight: 0, end: -1)
    var node = numbers.count
    while node > 0 {
      if tree[node].weight > best.weight { best = tree[node] }
      node -= node & -node
    }
    var belongs = [Bool](repeating: false, count: numbers.count)
    var place = best.end
    while place >= 0 {
      belongs[place] = true
      place = before[place]
    }
    return belongs
  }
}
