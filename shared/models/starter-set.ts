import { z } from 'zod'
import { ErrorReport } from '../errors'

/** The jobs of the starter set in the order they are given; `pick-starter.ts` says why. */
export const starterKinds = ['embedder', 'reranker', 'language'] as const
export const StarterKind = z.enum(starterKinds)
export type StarterKind = z.infer<typeof StarterKind>

/** A model of the catalogue that the set proposes for a job. */
export const StarterOffer = z.object({
  entry_id: z.string(),
  name: z.string(),
  licence: z.string(),
  /** BCP 47 codes; `mul` for many. */
  languages: z.array(z.string()),
  /** To download, all its files. */
  bytes: z.number().int().positive(),
  /** Reckoned, when loaded. */
  memory_bytes: z.number().int().positive(),
  page: z.url(),
  /** Its id in the models folder; null where it is not there yet. */
  installed: z.string().nullable(),
})
export type StarterOffer = z.infer<typeof StarterOffer>

/** Why a job gets no model: the catalogue has none, memory or disk are too small for any. */
export const StarterLack = z.enum(['unlisted', 'memory', 'disk'])
export type StarterLack = z.infer<typeof StarterLack>

export const StarterPart = z.object({
  kind: StarterKind,
  /** Null where a person's own choice stays, and where there is a lack. */
  offer: StarterOffer.nullable(),
  lack: StarterLack.nullable(),
  /** The model a person chose for this job: the set leaves it alone. */
  own: z.string().nullable(),
  /** The set gave it its job, and it still has it. */
  in_use: z.boolean(),
  /** Why it could not be added, the last time it was tried. */
  error: ErrorReport.nullable(),
})
export type StarterPart = z.infer<typeof StarterPart>

/** The recommended models for this machine, and how far adding them is. */
export const StarterSet = z.object({
  parts: z.array(StarterPart),
  /** `added`: everything a person asked for is there. `adding` lasts across a restart. */
  stage: z.enum(['offered', 'adding', 'added']),
  /** It is being fetched or copied now; false while `adding` waits for a person to go on. */
  busy: z.boolean(),
  /** Of what is not there yet. */
  missing_bytes: z.number().nonnegative(),
  /** Of all offered models together, when loaded. */
  memory_bytes: z.number().nonnegative(),
  /** Hosts that fetching what is missing reaches; `.example.org` stands for all below it. */
  hosts: z.array(z.string()),
  /** Ids of the models the set brought, which undoing may delete; those that were there before are not among them. */
  brought: z.array(z.string()),
})
export type StarterSet = z.infer<typeof StarterSet>

/** A model of the catalogue found in a folder, by names and sizes; its checksums are compared when it is added. */
export const StarterFound = z.object({ kind: StarterKind, entry_id: z.string(), name: z.string(), bytes: z.number() })
export type StarterFound = z.infer<typeof StarterFound>

/** The speed that the time to fetch is said for while none was measured. */
export const assumedBytesPerSecond = 10e6

/** Whole minutes that fetching takes at that speed, at least one. */
export function minutesToFetch(bytes: number): number {
  return Math.max(1, Math.round(bytes / assumedBytesPerSecond / 60))
}
