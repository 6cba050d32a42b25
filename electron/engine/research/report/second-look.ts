import type { EvidenceItem } from '@shared/events'
import type { Claim } from '@shared/research/claim-ledger'
import type { ReportSentence } from '@shared/research/research-report'
import { secondOpinion } from '@engine/pipeline/model-calls/ask-second-opinion'
import type { ModelAccess } from '@engine/pipeline/model-calls/model-call'
import type { ReportDesk } from './report-desk'

/** A model judges so many sentences in one call, and a section waits for two. */
const mostCalls = 2
const perCall = 12

/**
 * Those written sentences that a model which is fit to judge does not find in the claims they rest on. Asked of those alone that could not be
 * compared, such as an English sentence on a Chinese claim; none where nobody judges, or judging fails. Throws CANCELLED.
 */
export async function doubtedOf(
  sentences: readonly ReportSentence[],
  { claims, desk }: { readonly claims: readonly Claim[]; readonly desk: ReportDesk },
  access: Omit<ModelAccess, 'onCall'>,
  signal: AbortSignal,
): Promise<ReadonlySet<ReportSentence>> {
  const open = sentences.filter(({ verdict }) => verdict === 'uncompared')
  const doubted = new Set<ReportSentence>()
  for (let at = 0; at < Math.min(open.length, mostCalls * perCall); at += perCall) {
    const asked = open.slice(at, at + perCall)
    const opinion = await secondOpinion(checkedText(asked, claims, desk), access, signal).catch(() => {
      signal.throwIfAborted()
      return null
    })
    for (const { sentence, verdict } of opinion?.sentences ?? []) {
      const one = asked[sentence - 1]
      if (one && verdict !== 'supported') doubted.add(one)
    }
  }
  return doubted
}

/** Sentences as one text, and their claims as its evidence: a claim says less than the passage it is from, and is sooner read. */
function checkedText(sentences: readonly ReportSentence[], claims: readonly Claim[], desk: ReportDesk) {
  const used = claims.filter(({ id }) => sentences.some((one) => one.claims.includes(id)))
  const evidence = used.flatMap((claim, at): EvidenceItem[] => {
    const item = desk.itemOf(claim)
    return item ? [{ ...item, number: at + 1, text: claim.text, end: item.start + claim.text.length }] : []
  })
  let end = 0
  const marked = sentences.map(({ text, claims: ids }) => {
    const start = end
    end += text.length + 1
    const refs = used.flatMap(({ id }, at) => (ids.includes(id) ? [at + 1] : []))
    return { start, end: end - 1, verdict: 'uncompared' as const, refs, issues: [] }
  })
  const response = sentences.map(({ text }) => text).join('\n')
  return { response, sentences: marked, evidence, language: desk.language }
}
