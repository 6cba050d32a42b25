import { describe, expect, it } from 'vitest'
import { collectionNamed, isInCollection, renamedCollection, writtenCollection } from '@shared/documents'
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

describe('a name that people give a collection', () => {
  // Catches `TCP/IP` shown inside `TCP`, and searched with it.
  it('may have a slash, which divides nothing', () => {
    const name = collectionNamed('TCP/IP', ['TCP', 'default'])
    expect(drawn(treeOf('TCP', name)).map((line) => writtenCollection(line))).toEqual(['TCP 1', 'TCP/IP 1'])
    expect(isInCollection(name, 'TCP')).toBe(false)
  })

  it('means what is there already, and leads into what has others inside', () => {
    const existing = ['station/reports', 'TCP']
    expect(collectionNamed('station/reports', existing)).toBe('station/reports')
    expect(collectionNamed('station', existing)).toBe('station')
    const inside = collectionNamed('station/in/out', existing)
    expect(isInCollection(inside, 'station')).toBe(true)
    expect(isInCollection(inside, 'station/in')).toBe(false)
    expect(writtenCollection(inside)).toBe('station/in/out')
  })
})
