import { eventIterator, oc } from '@orpc/contract'
import { z } from 'zod'
import { DocumentRecord, DocumentStatus, DocumentStructure, SearchFilter } from './documents'
import { ErrorReport } from './errors'
import { CairnEvent } from './events'
import { SessionContext } from './session-context'

/** Longest question accepted, in UTF-16 units; longer input is almost always a pasted document. */
export const MAX_QUESTION_LENGTH = 8000

const documentId = z.string().min(1).max(200)
export const SessionId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'A session id has 1 to 64 letters, digits, - or _.')

export const AskInput = z.object({
  question: z
    .string()
    .trim()
    .min(1, 'Type a question first.')
    .max(
      MAX_QUESTION_LENGTH,
      `A question has at most ${MAX_QUESTION_LENGTH} characters. Add a longer text as a document and ask about it.`,
    ),
  session_id: SessionId.optional(),
  filter: SearchFilter.optional(),
  /** Set by shortcut A's "search anyway": do not ask back again. */
  search_anyway: z.boolean().default(false),
  locale: z.enum(['en', 'zh']).optional(),
})
export type AskInput = z.input<typeof AskInput>

export const SessionHeader = z.object({
  id: z.string(),
  title: z.string(),
  message_count: z.number().int().nonnegative(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type SessionHeader = z.infer<typeof SessionHeader>

export const StoreInfo = z.object({
  version: z.string(),
  folder: z.string(),
  embedder: z.string(),
  documents: z.number().int(),
  chunks: z.number().int(),
  sessions: z.number().int(),
})
export type StoreInfo = z.infer<typeof StoreInfo>

export const CheckReport = z.object({
  ok: z.boolean(),
  problems: z.array(z.string()),
  counts: z.record(z.string(), z.number()),
})
export type CheckReport = z.infer<typeof CheckReport>

const events = eventIterator(CairnEvent)

/** Every typed failure crosses the API as the one oRPC error `CAIRN`, with the report as its data. */
const procedure = oc.errors({ CAIRN: { data: ErrorReport } })

/** What a shell may ask of the engine. Every input is parsed before the engine sees it. */
export const contract = {
  chat: {
    /** Runs one turn; the stream ends with `final`, `cancelled` or `error`. Leaving the loop cancels the turn. */
    ask: procedure.input(AskInput).output(events),
  },
  documents: {
    /** Adds files and folders; one `progress` event per change of a document's state, the last with done = total. */
    ingest: procedure
      .input(z.object({ paths: z.array(z.string().min(1)).min(1), collection: z.string().min(1).max(100).optional() }))
      .output(events),
    /** Tries failed documents again; without ids, all of them. */
    retry: procedure.input(z.object({ ids: z.array(documentId).optional() })).output(events),
    list: procedure
      .input(z.object({ collection: z.string().optional(), statuses: z.array(DocumentStatus).optional() }))
      .output(z.array(DocumentRecord)),
    get: procedure.input(z.object({ id: documentId })).output(DocumentRecord),
    /** Extracted text of `[start, end)` (whole text by default) with the structure of the document. */
    content: procedure
      .input(
        z.object({
          id: documentId,
          start: z.number().int().nonnegative().optional(),
          end: z.number().int().nonnegative().optional(),
        }),
      )
      .output(z.object({ text: z.string(), total_chars: z.number().int(), structure: DocumentStructure })),
    delete: procedure
      .input(z.object({ ids: z.array(documentId).min(1) }))
      .output(z.object({ deleted: z.array(documentId) })),
  },
  sessions: {
    list: procedure.output(z.array(SessionHeader)),
    get: procedure.input(z.object({ id: SessionId })).output(SessionContext),
    rename: procedure
      .input(z.object({ id: SessionId, title: z.string().trim().min(1).max(200) }))
      .output(SessionHeader),
    delete: procedure.input(z.object({ id: SessionId })).output(z.object({ deleted: SessionId })),
  },
  store: {
    info: procedure.output(StoreInfo),
    check: procedure.output(CheckReport),
    /** Makes the index anew from the kept texts; progress as for ingest. */
    rebuild: procedure.output(events),
  },
}
