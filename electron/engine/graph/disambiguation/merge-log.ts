import { z } from 'zod'
import { EntityType } from '@shared/graph'
import { jsonIfValid } from '@engine/platform/stored-text'
import type { Mention } from '../share/graph-share'
import { normaliseName } from './names/normal-name'

/** A name as decisions refer to it: normalised, so that it is still there after indexing anew. */
export const NameRef = z.object({
  name: z.string().min(1),
  /** The type that the name was found with; without a type, the name is meant whatever its type. */
  type: EntityType.optional(),
})
export type NameRef = z.infer<typeof NameRef>

const manual = { id: z.string().min(1), at: z.iso.datetime() }

/** Two names that rules found to be the same; computed anew each time, never read back. */
export const AutomaticMerge = z.object({
  kind: z.literal('automatic'),
  /** Depends on the two names only. */
  id: z.string().min(1),
  names: z.tuple([NameRef, NameRef]),
  score: z.number().min(0).max(1),
  reason: z.string(),
  /** Similarity of their vectors, where the rules left it open. */
  similarity: z.number().min(-1).max(1).optional(),
})
export type AutomaticMerge = z.infer<typeof AutomaticMerge>

/** What a person decided, or rules did. Entries are only ever added; `undo` takes back any entry, another undo included. */
export const MergeLogEntry = z.discriminatedUnion('kind', [
  AutomaticMerge,
  z.object({ kind: z.literal('merge'), ...manual, names: z.array(NameRef).min(2) }),
  /** No name of the one side is ever together with one of the other. */
  z.object({ kind: z.literal('split'), ...manual, names: z.array(NameRef).min(1), from: z.array(NameRef).min(1) }),
  /** The entity that has this name is shown as `to`. */
  z.object({ kind: z.literal('rename'), ...manual, name: NameRef, to: z.string().trim().min(1) }),
  z.object({ kind: z.literal('retype'), ...manual, name: NameRef, to: EntityType }),
  z.object({ kind: z.literal('undo'), ...manual, entry: z.string().min(1) }),
])
export type MergeLogEntry = z.infer<typeof MergeLogEntry>

/** Oldest first. */
export type MergeLog = readonly MergeLogEntry[]

/** What counts of a log: everything a person decided that was not undone. */
export type Decision = Exclude<MergeLogEntry, { kind: 'automatic' | 'undo' }>

export function nameRef({ name, type }: Mention): NameRef {
  const normal = normaliseName(name)
  return type === undefined ? { name: normal } : { name: normal, type }
}

export function refersTo(ref: NameRef, { name, type }: Mention): boolean {
  return (ref.type === undefined || ref.type === type) && normaliseName(ref.name) === normaliseName(name)
}

/** Tells whether a reference is to any of these mentions. References must be normalised by `nameRef`. */
export function referencesTo(mentions: readonly Mention[]): (ref: NameRef) => boolean {
  const keyOf = ({ name, type }: NameRef) => `${type ?? ''}\n${name}`
  const keys = new Set(mentions.map(nameRef).flatMap((ref) => [keyOf(ref), keyOf({ name: ref.name })]))
  return (ref) => keys.has(keyOf(ref))
}

const automaticPrefix = 'automatic:'
const AutomaticNames = z.tuple([NameRef, NameRef])

/** The id holds both names, so that undoing a merge needs no record of it. */
export function automaticId(names: readonly [NameRef, NameRef]): string {
  return automaticPrefix + JSON.stringify(names)
}

/** The decisions in force, newest first. An automatic merge that was undone is a split of its two names. */
export function decisionsOf(log: MergeLog): Decision[] {
  const undone = new Set<string>()
  const decisions: Decision[] = []
  for (const entry of log.toReversed()) {
    if (entry.kind === 'automatic' || undone.has(entry.id)) continue
    if (entry.kind !== 'undo') decisions.push(entry)
    else {
      undone.add(entry.entry)
      const names = automaticNames(entry.entry)
      if (names) decisions.push({ kind: 'split', id: entry.id, at: entry.at, names: [names[0]], from: [names[1]] })
    }
  }
  return decisions
}

function automaticNames(id: string): [NameRef, NameRef] | undefined {
  if (!id.startsWith(automaticPrefix)) return undefined
  return AutomaticNames.safeParse(jsonIfValid(id.slice(automaticPrefix.length))).data
}
