import type { Attribution } from '@shared/session/replay'
import type { SessionContext } from '@shared/session/session-context'
import type { RecordedTurn } from '@engine/session/history/recorded-turn'

type Told = NonNullable<Attribution['tools']>

/** What the tools of a turn answered, or why they did not, with the rows that they said and where those stand. */
export function toolsTold({ trace }: RecordedTurn, { evidences }: SessionContext): Told {
  const nameOf = (id: string | null | undefined) => (id ? (evidences[id]?.source.name ?? null) : null)
  return (trace.tools ?? []).map(({ call_id: id, title, server = null, text = '', error, table }) => {
    const said = trace.basis?.tools?.find((one) => one.call_id === id)
    const rows = (said?.rows ?? []).map(({ cells, evidence_id: evidence }, at) => {
      return { cells, document_title: nameOf(evidence), place: table?.rows[at]?.source?.place ?? null }
    })
    const documents = (said?.evidence ?? []).flatMap((one) => (one === said?.evidence_id ? [] : (nameOf(one) ?? [])))
    return {
      ...{ title, server, rows, rows_in_all: table?.total ?? 0, documents: [...new Set(documents)] },
      text: error?.message ?? text,
      failed: error !== undefined,
    }
  })
}
