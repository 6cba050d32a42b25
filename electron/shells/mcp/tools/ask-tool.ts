import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js'
import type { ServerNotification, ServerRequest } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import { MAX_QUESTION_LENGTH, SessionId } from '@shared/api/api'
import { AnswerOutcome, stageNames } from '@shared/events'
import { answerTail } from '@shells/answers/answer-text'
import { citationsOf } from '@shells/answers/cited-sources'
import { collectTurn, type TurnAnswer, type TurnListener } from '@shells/answers/collect-turn'
import { filterOf, scope } from './search-tool'
import { type McpParts, readsOnly, toolResult } from './mcp-call'

const Range = z.object({ start: z.number().int(), end: z.number().int() })

const Citation = z.object({
  number: z.number().int().describe('The [number] in the answer.'),
  document: z.object({ id: z.string(), name: z.string(), title: z.string() }),
  uri: z.string().nullable().describe('The quoted stretch as a resource.'),
  page: z.number().int().nullable(),
  page_unit: z.enum(['page', 'slide']),
  heading_path: z.array(z.string()),
  range: Range.nullable().describe('The quotation in the text of the document, half-open.'),
  quote: z.string().describe('Word for word.'),
  answer_range: Range.describe('The sentence of the answer that rests on it, half-open.'),
})

const Answer = {
  answer: z.string().describe('With [numbers] where it cites.'),
  outcome: AnswerOutcome.nullable().describe(
    '"answer"; "closest" where only near passages were found; "nothing"; "asked_back" where the question has several readings; "direct" for what Cairn says of itself.',
  ),
  citations: z.array(Citation),
  readings: z.array(z.string()).describe('Questions to choose from, where it asked back.'),
  conversation: z.string().describe('Pass it back to ask a follow-up.'),
  model: z
    .string()
    .nullable()
    .describe('The language model that wrote the answer; null where it is quoted from the documents.'),
  ms: z.number(),
}

export function addAsk(server: McpServer, { engine, slots }: McpParts): void {
  const config = {
    title: 'Ask the library',
    description:
      'Answers a question from the user’s documents, in the question’s language. Every sentence is cited by number; the citations say which document, where, and quote it word for word. Reports its progress by stage and can be cancelled. The conversation is not added to the user’s chats.',
    inputSchema: {
      question: z.string().trim().min(1).max(MAX_QUESTION_LENGTH).describe('One question, in English or Chinese.'),
      conversation: SessionId.optional().describe('From an earlier answer, to ask a follow-up.'),
      search_anyway: z
        .boolean()
        .default(false)
        .describe(
          'Search even where the question has several readings, or is taken for a greeting or a question about Cairn.',
        ),
      ...scope,
    },
    outputSchema: Answer,
    annotations: { ...readsOnly, idempotentHint: false },
  }
  server.registerTool('ask', config, ({ question, conversation, search_anyway, ...where }, extra) =>
    toolResult(() =>
      slots.run(async () => {
        const { signal } = extra
        const client = await engine()
        const input = { question, session_id: conversation, search_anyway, filter: filterOf(where) }
        const answer = await collectTurn(await client.chat.ask_aside(input, { signal }), progressOf(extra))
        return { text: answer.response + answerTail(answer, question), data: asData(answer) }
      }),
    ),
  )
}

function asData(answer: TurnAnswer): z.infer<z.ZodObject<typeof Answer>> {
  const { response, outcome = null, evidence, refs, readings, session_id, model, ms } = answer
  const citations = citationsOf(evidence, refs).map((one) => ({ ...one, heading_path: [...one.heading_path] }))
  const asked = readings.map(({ question }) => question)
  return { answer: response, outcome, citations, readings: asked, conversation: session_id, model, ms }
}

/** Tells the client which stage has begun, where it asked to be told. What it is told only grows. */
function progressOf(extra: RequestHandlerExtra<ServerRequest, ServerNotification>): TurnListener {
  const progressToken = extra._meta?.progressToken
  if (progressToken === undefined) return {}
  let reached = 0
  const tell = (progress: number, message: string) => {
    const params = { progressToken, progress, total: stageNames.length, message }
    // A client that has gone hears nothing more; its request is cancelled elsewhere.
    extra.sendNotification({ method: 'notifications/progress', params }).catch(() => undefined)
  }
  return {
    onStage(stage, name) {
      if (stage <= reached) return
      reached = stage
      tell(stage, `Stage ${stage} of ${stageNames.length}: ${name}`)
    },
    onWait(stage, model) {
      // Between two stages, for progress must grow.
      if (stage <= reached) tell((reached = Math.max(reached, stage) + 0.5), `Waiting for ${model}`)
    },
  }
}
