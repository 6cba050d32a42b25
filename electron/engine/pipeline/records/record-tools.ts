import type { AnswerBasis } from '@shared/session/turn-trace'
import type { ToolRun } from '@shared/tools/tool-run'
import type { SessionEntry } from '@engine/ports/storage/session-store'
import type { Passage } from '@engine/retrieval/passage'
import type { ToolAnswer } from '../turn'

/** A tool's run as the session's record keeps it. */
export function toolCallEntry(
  { run, passages: own }: ToolAnswer,
  turnId: string,
  passages: readonly Passage[],
  ids: readonly string[],
): SessionEntry {
  const { call_id, tool, server, version, called_at, args, ms = 0 } = run
  const provider =
    server === undefined ? { kind: 'builtin' as const, name: 'cairn' } : { kind: 'mcp' as const, name: server }
  return {
    op: 'tool_call',
    call: {
      tool_call_id: call_id,
      tool,
      provider: { ...provider, ...(version === undefined ? {} : { version }) },
      type: 'tool',
      called_at,
      args_digest: args,
      status: statusOf(run),
      duration_ms: ms,
      result_evidence_ids: ids.filter((_, at) => own.includes(passages[at]?.chunk.id ?? '')),
      turn_id: turnId,
    },
  }
}

function statusOf({ error }: ToolRun): 'success' | 'timeout' | 'forbidden' | 'not_found' | 'error' {
  if (!error) return 'success'
  if (error.code === 'DEADLINE_EXCEEDED') return 'timeout'
  if (error.code === 'CONSENT_NEEDED' || error.code === 'PERMISSION_DENIED') return 'forbidden'
  return error.code === 'NOT_FOUND' ? 'not_found' : 'error'
}

type RecordedTools = NonNullable<AnswerBasis['tools']>

/** What tools answered, by the evidence it became. */
export function toolsToRecord(
  answers: readonly ToolAnswer[],
  passages: readonly Passage[],
  ids: readonly string[],
): RecordedTools {
  const idOf = new Map(passages.map(({ chunk }, at) => [chunk.id, ids[at] ?? '']))
  return answers.map(({ run, result, rows, passages: own }) => ({
    call_id: run.call_id,
    evidence_id: (result !== null && idOf.get(result)) || null,
    rows: rows.map(({ cells, passage }) => ({
      cells: [...cells],
      evidence_id: (passage !== null && idOf.get(passage)) || null,
    })),
    evidence: own.flatMap((id) => idOf.get(id) ?? []),
  }))
}

/** What tools answered, out of the record: with the runs of its trace and the passages that its evidence gave back. */
export function toolsOfRecord(
  recorded: RecordedTools,
  runs: readonly ToolRun[],
  byId: ReadonlyMap<string, Passage | undefined>,
): ToolAnswer[] {
  const chunkOf = (id: string | null) => (id === null ? null : (byId.get(id)?.chunk.id ?? null))
  return recorded.flatMap(({ call_id, evidence_id, rows, evidence }) => {
    const run = runs.find((one) => one.call_id === call_id)
    if (!run) return []
    return [
      {
        run,
        result: chunkOf(evidence_id),
        rows: rows.map(({ cells, evidence_id: id }) => ({ cells, passage: chunkOf(id) })),
        passages: evidence.flatMap((id) => chunkOf(id) ?? []),
      },
    ]
  })
}
