import { describe, expect, it } from 'vitest'
import { packShare, unpackShare } from '@engine/graph/share/packed-share'
import { generateShares } from '../../../../bench/graph/generated-graph'

describe('a share that is kept packed', () => {
  it('is the same when it is unpacked', () => {
    // Rows that are cut at a wrong place would have names stand in other passages.
    for (const share of generateShares({ things: 50, passages: 60, seed: 3 })) {
      expect(unpackShare(packShare(share, (name) => name))).toEqual(share)
      expect(share.facts.relations.length).toBeGreaterThan(0)
    }
  })
})
