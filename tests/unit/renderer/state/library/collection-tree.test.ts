import { describe, expect, it } from 'vitest'
import { isInCollection, renamedCollection } from '@shared/documents'
import {
  type CollectionNode,
  collectionTree,
  countCollections,
  nodesOf,
} from '@renderer/state/library/listing/collection-tree'

const collator = new Intl.Collator('en', { numeric: true })

function drawn(nodes: readonly CollectionNode[], depth = 0): string[] {
  return nodes.flatMap(({ label, count, inside }) => [
    `${'  '.repeat(depth)}${label} ${count}`,
    ...drawn(inside, depth + 1),
  ])
}

function treeOf(...collections: string[]) {
  return collectionTree(countCollections(collections.map((collection) => ({ collection }))), collator)
}

describe('the tree of collections', () => {
  it('has those of folders inside each other, with counts of everything inside, numbers by their value', () => {
    expect(drawn(treeOf('b', 'station/part 10', 'station/part 9', 'station', 'b', 'Ä'))).toEqual([
      'Ä 1',
      'b 2',
      'station 3',
      '  part 9 1',
      '  part 10 1',
    ])
  })

  // Catches a folder above that has no documents of its own and would then be missing, or listed with none.
  it('has folders that hold only other folders, and joins those that hold a single one', () => {
    expect(drawn(treeOf('a/b/c', 'a/b/d', 'x/y/z'))).toEqual(['a/b 2', '  c 1', '  d 1', 'x/y/z 1'])
    expect(nodesOf(treeOf('a/b/c', 'a/b/d')).map(({ name }) => name)).toEqual(['a/b', 'a/b/c', 'a/b/d'])
  })

  it('takes odd names as they are', () => {
    expect(drawn(treeOf('/', 'a//b', '…/long'))).toEqual(expect.arrayContaining([expect.stringContaining('1')]))
    expect(nodesOf(treeOf('/', 'a//b', '…/long', 'a')).map(({ count }) => count)).not.toContain(0)
    expect(treeOf()).toEqual([])
  })
})

describe('a collection', () => {
  it.each([
    ['station/reports', 'station', true],
    ['station', 'station', true],
    ['stations', 'station', false],
    ['station', 'station/reports', false],
  ])('%s in %s: %s', (own, wanted, expected) => expect(isInCollection(own, wanted)).toBe(expected))

  it('that is renamed takes those inside along', () => {
    expect(renamedCollection('station/reports/2024', 'station', 'hut')).toBe('hut/reports/2024')
    expect(renamedCollection('stations', 'station', 'hut')).toBe('stations')
  })
})
