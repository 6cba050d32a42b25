import { z } from 'zod'
import type { SessionContext } from '@shared/session/session-context'
import { exchangesOf } from '../../history/conversation'
import { canonicalJson } from './canonical-json'
import { byCodeUnits } from '@shared/hash'

export const bundleFormat = 'cairn-bundle'
/** The version of bundles that hold more than sessions; those that do not are of the first, which every Cairn reads. */
export const bundleVersion = 2
export const firstVersion = 1

const count = z.number().int().nonnegative()

export const BundleFile = z.looseObject({
  name: z.string(),
  bytes: count,
  /** SHA-256, hex. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/u, 'a SHA-256 has 64 hexadecimal digits'),
})
export type BundleFile = z.infer<typeof BundleFile>

const BundleDocument = z.looseObject({
  document_id: z.string(),
  name: z.string(),
  revision: z.string().optional(),
  document_sha256: z.string().optional(),
})

export const BundleSession = z.looseObject({
  id: z.string(),
  title: z.string(),
  turns: count,
  /** The documents its passages are from, with what identifies their content, as far as it was recorded. */
  documents: z.array(BundleDocument),
  models: z.array(z.looseObject({ provider: z.string(), model: z.string() })),
  /** Every combination of settings that answered in it. */
  settings: z.array(z.record(z.string(), z.unknown())),
})
export type BundleSession = z.infer<typeof BundleSession>

/** The list of a bundle's sessions and files. It names no time, so that the same sessions make the same bundle. */
export const BundleManifest = z.looseObject({
  format: z.literal(bundleFormat),
  version: z.literal([firstVersion, bundleVersion]),
  sessions: z.array(BundleSession),
  /** Every file but the manifest itself. */
  files: z.array(BundleFile),
})
export type BundleManifest = z.infer<typeof BundleManifest>

/** Limits of a bundle, in unpacked bytes. The writer keeps to the reader's limits, so every bundle can be read. */
export interface BundleLimits {
  readonly file: number
  readonly total: number
}
export const bundleLimits: BundleLimits = { file: 512 * 1024 * 1024, total: 2 * 1024 * 1024 * 1024 }
/** Files that pack smaller are stored as they are; a reader takes smaller ones for a bomb. */
export const maxPackedRatio = 200

const layout =
  /^(?:README\.txt|manifest\.json|index\.html|(?:sessions|model-contexts|passages)\/[A-Za-z0-9_-]{1,64}\.json|pages\/[A-Za-z0-9_-]{1,64}\.(?:html|md)|(?:research\/r|notebooks\/n)_[A-Za-z0-9-]{1,60}\.(?:html|json))$/u

/** Whether a file of this name belongs into a bundle. */
export function isBundleName(name: string): boolean {
  return layout.test(name)
}

export function manifestSession(context: SessionContext): BundleSession {
  const { session, meta, evidences } = context
  const documents = Object.values(evidences).flatMap(({ metadata, source }) => {
    const id = textField(metadata, 'document_id')
    if (id === undefined) return []
    return [
      {
        document_id: id,
        name: source.name ?? '',
        ...field('revision', textField(metadata, 'revision')),
        ...field('document_sha256', textField(metadata, 'document_sha256')),
      },
    ]
  })
  const models = (session.model_usage ?? []).map(({ provider, model }) => ({ provider, model }))
  const settings = (session.turns ?? []).map((trace) => ({
    ...field('mode', trace.mode),
    ...field('temperature', trace.temperature),
    ...field('token_budget', trace.token_budget),
    ...field('retrieval', trace.retrieval),
    ...field('models', trace.models),
    ...field('seed', trace.seed),
  }))
  return {
    id: session.session_id,
    title: meta?.title ?? '',
    turns: exchangesOf(context).length,
    documents: distinct(documents),
    models: distinct(models),
    settings: distinct(settings.filter((each) => Object.keys(each).length > 0)),
  }
}

function textField(metadata: Record<string, unknown> | undefined, name: string): string | undefined {
  const value = metadata?.[name]
  return typeof value === 'string' ? value : undefined
}

function field(name: string, value: unknown): Record<string, unknown> {
  return value === undefined ? {} : { [name]: value }
}

function distinct<Value>(values: readonly Value[]): Value[] {
  const byJson = new Map(values.map((value) => [canonicalJson(value), value]))
  return [...byJson].toSorted(([a], [b]) => byCodeUnits(a, b)).map(([, value]) => value)
}
