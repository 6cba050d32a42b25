import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { heapClasses, heapGrowth } from '../../../../bench/memory/heap-classes'

const mebibyte = 1024 * 1024

test('objects are counted by class, others by kind, and what grew most comes first', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-heap-'))
  try {
    const meta = {
      node_fields: ['type', 'name', 'id', 'self_size'],
      node_types: [['object', 'string'], 'string', 'number', 'number'],
    }
    const write = async (name: string, nodes: readonly number[]) => {
      await writeFile(
        join(folder, name),
        JSON.stringify({ snapshot: { meta }, nodes, strings: ['Turn', 'Index', 'some text'] }),
      )
      return heapClasses(join(folder, name))
    }
    const before = await write('before', [0, 0, 1, mebibyte, 0, 1, 2, mebibyte])
    const after = await write('after', [0, 0, 1, mebibyte, 0, 0, 3, 2 * mebibyte, 0, 1, 2, mebibyte, 1, 2, 4, mebibyte])
    expect(heapGrowth(before, after)).toEqual([
      { name: 'Turn', before: 1, after: 3, more: 1 },
      { name: '(string)', before: 0, after: 1, more: 1 },
      { name: 'Index', before: 1, after: 1, more: 0 },
    ])
  } finally {
    await rm(folder, { recursive: true })
  }
})
