import {
  type Evidence,
  higherSensitivity,
  type Sensitivity,
  type SessionContext,
} from '@shared/session/session-context'
import type { RecalledExchange } from '@engine/ports/storage/earlier-sessions'
import { exchangesOf } from '../history/conversation'
import { sensitivityOfTags } from '@shared/sensitivity/sensitive-documents'

/** How sensitive a document is now, by its id; undefined where nothing says so, or the document is unknown. */
export type SensitivityOf = (documentId: string) => Sensitivity | undefined

/** Something that may be called what a sensitive document is called. */
interface TaggedDocument {
  readonly name: string
  readonly title: string
  readonly tags: readonly string[]
}

/** Whether a text must not leave this machine: only confidential and secret text must not. */
export function isSensitive(sensitivity: Sensitivity | undefined): boolean {
  return sensitivity === 'confidential' || sensitivity === 'secret'
}

/** Ids of the evidence that must not leave this machine: marked so, or of a document that is kept here now. */
export function keptEvidence(
  { evidences }: Pick<SessionContext, 'evidences'>,
  isKept: (documentId: string) => boolean,
): ReadonlySet<string> {
  const kept = Object.entries(evidences).filter(
    ([, evidence]) => isSensitive(evidence.sensitivity) || documentsOf(evidence).some(isKept),
  )
  return new Set(kept.map(([id]) => id))
}

/** Names and titles that documents have which are sensitive now, and no other document has. */
export function sensitiveNames(documents: readonly TaggedDocument[]): string[] {
  const hidden = new Set<string>()
  const open = new Set<string>()
  for (const { name, title, tags } of documents) {
    const names = isSensitive(sensitivityOfTags(tags)) ? hidden : open
    for (const each of [name, title]) if (each !== '') names.add(each)
  }
  return [...hidden].filter((name) => !open.has(name))
}

/** The record with every evidence as sensitive as it is marked, or as its documents are now if that is more. */
export function withCurrentSensitivity(context: SessionContext, sensitivityOf: SensitivityOf): SessionContext {
  const evidences = Object.entries(context.evidences).map(([id, evidence]): [string, Evidence] => {
    const sensitivity = currentSensitivity(evidence, sensitivityOf)
    return [id, sensitivity === undefined ? evidence : { ...evidence, sensitivity }]
  })
  return { ...context, evidences: Object.fromEntries(evidences) }
}

/**
 * Earlier exchanges with what their answers rest on: the documents, and how sensitive that is now. One whose record
 * cannot be read is left out, because then nothing says whether it may be repeated.
 */
export async function withWhatTheyRestOn(
  exchanges: readonly RecalledExchange[],
  rooms: { readonly load: (id: string) => Promise<SessionContext>; readonly sensitivityOf: SensitivityOf },
): Promise<RecalledExchange[]> {
  const loading = new Map<string, Promise<SessionContext | null>>()
  for (const { header } of exchanges) {
    if (!loading.has(header.id))
      loading.set(
        header.id,
        rooms.load(header.id).catch(() => null),
      )
  }
  const all = exchanges.map(async (exchange): Promise<RecalledExchange[]> => {
    const context = await loading.get(exchange.header.id)
    return context ? [{ ...exchange, restsOn: restsOn(context, exchange.turn_id, rooms.sensitivityOf) }] : []
  })
  return (await Promise.all(all)).flat()
}

function restsOn(
  context: SessionContext,
  turnId: string,
  sensitivityOf: SensitivityOf,
): NonNullable<RecalledExchange['restsOn']> {
  const exchange = exchangesOf(context).find(({ id }) => id === turnId)
  const cited = new Set([...(exchange?.answer?.refs ?? []), ...(exchange?.trace?.refs ?? [])].map(idOf))
  const documents = new Set<string>()
  let sensitivity: Sensitivity | undefined
  for (const id of cited) {
    const evidence = Object.hasOwn(context.evidences, id) ? context.evidences[id] : undefined
    if (!evidence) continue
    sensitivity = higherSensitivity(sensitivity, currentSensitivity(evidence, sensitivityOf))
    for (const document of documentsOf(evidence)) documents.add(document)
  }
  return { documents: [...documents], ...(sensitivity === undefined ? {} : { sensitivity }) }
}

function idOf({ evidence_id: id }: { readonly evidence_id: string }): string {
  return id
}

function currentSensitivity(evidence: Evidence, sensitivityOf: SensitivityOf): Sensitivity | undefined {
  return documentsOf(evidence).map(sensitivityOf).reduce(higherSensitivity, evidence.sensitivity)
}

/** The document of a passage; for an answer of an earlier chat, the documents it cited. */
function documentsOf({ metadata }: Evidence): string[] {
  const restsOn: unknown = metadata?.['rests_on']
  const ids: unknown[] = [metadata?.['document_id'], ...(Array.isArray(restsOn) ? (restsOn as unknown[]) : [])]
  return ids.filter((id) => typeof id === 'string')
}
