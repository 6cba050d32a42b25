/** The one step of ForceAtlas2 that the package's own worker runs; the package types only its entry. */
declare module 'graphology-layout-forceatlas2/iterate.js' {
  import type { ForceAtlas2Settings } from 'graphology-layout-forceatlas2'

  /** Moves nodes. A row of `nodes` has ten numbers, one of `edges` three; see graphology-layout-forceatlas2/helpers.js. */
  export default function iterate(
    settings: Required<ForceAtlas2Settings>,
    nodes: Float32Array,
    edges: Float32Array,
  ): object
}
