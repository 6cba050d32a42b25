import { z } from 'zod'
import { CairnEvent, type EventType } from './events'
import type { RunStep } from './research/research-run'

/** The five message types of the simplified message format. */
export const MessageType = z.enum(['start', 'info', 'answer', 'complete', 'error'])
export type MessageType = z.infer<typeof MessageType>

export const SimpleMessage = z.object({
  type: MessageType,
  content: z.string(),
  /** Milliseconds since the epoch. */
  timestamp: z.number(),
  metadata: z.record(z.string(), z.unknown()),
})
export type SimpleMessage = z.infer<typeof SimpleMessage>

const messageTypeOf: Record<EventType, MessageType> = {
  session: 'start',
  preparing: 'info',
  stage_start: 'info',
  stage_wait: 'info',
  stage_end: 'info',
  shortcut: 'info',
  tool: 'info',
  evidence: 'info',
  first_token: 'info',
  token: 'answer',
  critic: 'info',
  final: 'complete',
  cancelled: 'complete',
  error: 'error',
  progress: 'info',
  research: 'info',
}

/** How the message format's older types are called now. */
const olderTypes = new Map<string, MessageType>([
  ['search', 'info'],
  ['think', 'info'],
  ['query_start', 'start'],
  ['query_error', 'error'],
  ['stream_error', 'error'],
])

/** The message type that stands for `type` today, whether it is current or one of the older names; undefined if neither. */
export function currentMessageType(type: string): MessageType | undefined {
  const current = MessageType.safeParse(type)
  return current.success ? current.data : olderTypes.get(type)
}

function contentOf(event: CairnEvent): string {
  switch (event.type) {
    case 'session':
      return event.question
    case 'preparing':
      return `Getting ready: ${event.what}`
    case 'stage_start':
      return `Stage ${event.stage} ${event.name}`
    case 'stage_wait':
      return `Stage ${event.stage} waits for ${event.model}`
    case 'stage_end':
      return `Stage ${event.stage} ${event.name}: ${event.status} in ${Math.round(event.ms)} ms${event.reason ? ` (${event.reason})` : ''}`
    case 'shortcut':
      return `Shortcut ${event.shortcut}: ${event.reason}`
    case 'tool':
      return `Tool ${event.run.title}: ${event.run.text ?? event.run.error?.message ?? event.run.state}`
    case 'evidence':
      return `Evidence: ${event.items.map((item) => `[${item.number}] ${item.document_name}`).join(', ')}`
    case 'first_token':
      return `First token after ${Math.round(event.ms)} ms`
    case 'token':
      return event.content
    case 'critic':
      return `${event.evaluation.label}: ${event.evaluation.reasoning}`
    case 'final':
      return event.response
    case 'cancelled':
      return event.response
    case 'error':
      return [event.error.message, event.error.action].filter(Boolean).join(' ')
    case 'progress':
      return event.message
    case 'research':
      return `Research: ${researchContent(event.step)}`
  }
}

/** What a step of a run says in one line. */
function researchContent(step: RunStep): string {
  switch (step.op) {
    case 'created':
      return step.goal
    case 'state':
      return step.state
    case 'task':
      return `${step.progress.task_id} ${step.progress.state}`
    case 'report':
      return step.report.title
    default:
      return step.op
  }
}

/** The simplified view of an event. The event itself rides in the metadata, so nothing is lost. */
export function toSimpleMessage(event: CairnEvent): SimpleMessage {
  return { type: messageTypeOf[event.type], content: contentOf(event), timestamp: event.ts, metadata: { event } }
}

/** The event behind a simplified message. Throws a ZodError where the message carries none. */
export function fromSimpleMessage(message: SimpleMessage): CairnEvent {
  return CairnEvent.parse(message.metadata['event'])
}

/** Collects a conversation in the simplified message format. Time comes in as a parameter so that tests are exact. */
export class MessageStream {
  readonly #messages: SimpleMessage[] = []
  readonly #now: () => number

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  /** Adds an event's simplified view. */
  push(event: CairnEvent): SimpleMessage {
    return this.#add(toSimpleMessage(event))
  }

  /** Adds a message by type, current or older; an unknown type throws a RangeError naming the known ones. */
  send(type: string, content: string, metadata: Record<string, unknown> = {}): SimpleMessage {
    const current = currentMessageType(type)
    if (!current) {
      const known = [...MessageType.options, ...olderTypes.keys()].join(', ')
      throw new RangeError(`Unknown message type "${type}". Known types: ${known}.`)
    }
    return this.#add({ type: current, content, timestamp: this.#now(), metadata })
  }

  /** Every message so far, as plain objects that share nothing with the stream. */
  getMessagesAsDicts(): SimpleMessage[] {
    return structuredClone(this.#messages)
  }

  clear(): void {
    this.#messages.length = 0
  }

  #add(message: SimpleMessage): SimpleMessage {
    this.#messages.push(message)
    return message
  }
}
