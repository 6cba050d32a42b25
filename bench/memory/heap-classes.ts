import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { round } from '../metrics'

const mebibyte = 1024 * 1024
const told = 25

/** The parts of a V8 heap snapshot that say what a heap holds: `node_fields` names the numbers that each object has in `nodes`. */
const Snapshot = z.object({
  snapshot: z.object({
    meta: z.object({ node_fields: z.array(z.string()), node_types: z.tuple([z.array(z.string())], z.unknown()) }),
  }),
  nodes: z.array(z.number()),
  strings: z.array(z.string()),
})

/** What one kind of object takes. */
export interface ClassSize {
  readonly count: number
  readonly mb: number
}

/**
 * Objects of a heap snapshot by their class, others by their kind in brackets (`(string)`, `(code)`): their number and own size. Source: the
 * format that V8's `heap-snapshot-generator` writes.
 */
export async function heapClasses(path: string): Promise<Map<string, ClassSize>> {
  const { snapshot, nodes, strings } = Snapshot.parse(JSON.parse(await readFile(path, 'utf8')))
  const { node_fields: fields, node_types: types } = snapshot.meta
  const [typeAt, nameAt, sizeAt] = ['type', 'name', 'self_size'].map((field) => fields.indexOf(field))
  const sizes = new Map<string, { count: number; bytes: number }>()
  for (let at = 0; at < nodes.length; at += fields.length) {
    const type = types[0][nodes[at + (typeAt ?? 0)] ?? 0] ?? ''
    const name = type === 'object' || type === 'native' ? (strings[nodes[at + (nameAt ?? 0)] ?? 0] ?? '') : `(${type})`
    const sum = sizes.get(name) ?? { count: 0, bytes: 0 }
    sizes.set(name, { count: sum.count + 1, bytes: sum.bytes + (nodes[at + (sizeAt ?? 0)] ?? 0) })
  }
  return new Map([...sizes].map(([name, { count, bytes }]) => [name, { count, mb: bytes / mebibyte }]))
}

/** What grew most between two heaps, by class: MB before and after, and how many more there are. */
export function heapGrowth(before: ReadonlyMap<string, ClassSize>, after: ReadonlyMap<string, ClassSize>) {
  return [...after]
    .map(([name, now]) => ({ name, now, then: before.get(name) ?? { count: 0, mb: 0 } }))
    .toSorted((a, b) => b.now.mb - b.then.mb - (a.now.mb - a.then.mb))
    .slice(0, told)
    .map(({ name, now, then }) => ({
      name,
      before: round(then.mb, 2),
      after: round(now.mb, 2),
      more: now.count - then.count,
    }))
}
