import { toCairnError } from '@shared/errors'
import { readMention } from '../consent/mention'
import type { MessageAct } from '../consent/user-act'
import type { ConsentBook, ToolIdentity } from '../consent/consent-book'
import type { PendingGrants } from '../consent/pending-grants'
import { ToolFailure } from '../tool-failure'
import type { ToolChannel, ToolChoice } from '../tool-channel'
import type { Bilingual, ToolQuestion } from '../tool'
import type { ExternalTool } from './calls/external-tool'
import type { ExternalTools } from './external-tools'

interface ExternalChannelParts {
  readonly own: ToolChannel
  readonly external: Pick<ExternalTools, 'toolsFor' | 'known' | 'servers'>
  readonly consents: Pick<ConsentBook, 'grant' | 'needs'>
  readonly pending: PendingGrants
  readonly log: (line: string) => void
}

/**
 * Cairn's own tools, and those of other programs: the latter only for a question that begins with a mention of one, and only where
 * the user's own message or answer allows that call.
 */
export function withExternalTools({ own, external, consents, pending, log }: ExternalChannelParts): ToolChannel {
  const granted = (identity: ToolIdentity, args: unknown, act: MessageAct) => {
    try {
      return consents.grant(act, identity, args)
    } catch (thrown) {
      throw toCairnError(thrown).code === 'CONSENT_NEEDED' ? notAllowed(identity) : thrown
    }
  }
  return {
    async read(question, ms, signal) {
      const mention = readMention(question.text)
      // What calls another program's tool is no question to a tool of Cairn's, whatever its words sound like.
      const mine = mention?.server === undefined ? await own.read(question, ms, signal) : null
      if (!mention || mine?.tool === mention.tool.toLowerCase()) return mine
      const server = external.servers().find(({ name }) => name.toLowerCase() === mention.server?.toLowerCase())
      // What is called by name of a program that is there is never put to the documents: that it cannot run is said.
      const called = server ? uncertain(server.name, mention.tool) : mine
      // For a question that no user wrote, no program is even started.
      if (!question.act) return called
      // Starting takes as long as it takes; a reading must be quick.
      if (called && server && server.state !== 'running') return { ...called, isStarting: true }
      try {
        return (await mentioned(await external.toolsFor(question.text, signal), question, signal)) ?? called
      } catch (thrown) {
        signal.throwIfAborted()
        log(`A tool of another program could not be listed: ${String(thrown)}`)
        return called
      }
    },
    async started(choice, question, signal) {
      if (!choice.isStarting) return choice
      const read = await mentioned(await external.toolsFor(question.text, signal), question, signal)
      if (!read) throw gone(choice.server ?? '', choice.tool)
      if (read.reading.is === 'arguments') return read
      const { ask, argument } = read.reading
      throw new ToolFailure('INVALID_INPUT', { en: ask, zh: ask }, howToWrite(read, argument))
    },
    prepare: (question, signal) => own.prepare(question, signal),
    brief: (tool, question) => own.brief(tool, question),
    async run(choice, args, { sessionId, act, ...context }) {
      const { tool: name, server } = choice
      if (server === undefined) return own.run(choice, args, { sessionId, ...context })
      if (!act) throw askedByProgram(server, name)
      const find = () => external.known().find(({ info }) => info.server === server && info.name === name)
      // Why a program does not start or lists nothing is said by its own failure.
      if (!find()) await external.toolsFor(`@${server}/${name}`, context.signal)
      const tool = find()
      if (!tool) throw gone(server, name)
      const identity = { server, tool: name, fingerprint: tool.info.fingerprint }
      // Also where the call itself was allowed before.
      if (consents.needs(identity, sessionId) === 'never') throw refused(identity)
      const grant = pending.take(sessionId, identity, args) ?? granted(identity, args, act)
      return tool.run({ ...args }, { ...context, grant })
    },
  }
}

async function mentioned(
  tools: readonly ExternalTool[],
  question: ToolQuestion,
  signal: AbortSignal,
): Promise<ToolChoice | null> {
  for (const tool of tools) {
    const { info } = tool
    const reading = await tool.read(question, signal)
    if (reading) return { tool: info.name, server: info.server, version: info.fingerprint, title: info.title, reading }
  }
  return null
}

function howToWrite({ server, tool }: ToolChoice, argument: string): Bilingual {
  const written = `@${server}/${tool} ${argument}=…`
  return { en: `Write ${written}`, zh: `请写成 ${written}` }
}

/** A tool of which only its name is known. */
function uncertain(server: string, tool: string): ToolChoice {
  return { tool, server, version: '', title: tool, reading: { is: 'arguments', args: {}, confidence: 1 } }
}

/** A tool that its server does not list. */
export function gone(server: string, tool: string): ToolFailure {
  const words = { en: `${server} has no tool called ${tool} now.`, zh: `${server} 现在没有名为 ${tool} 的工具。` }
  return new ToolFailure('TOOL_UNAVAILABLE', words)
}

/** What a program is told that asks in words for a tool of another one. */
function askedByProgram(server: string, tool: string): ToolFailure {
  return new ToolFailure('TOOL_UNAVAILABLE', {
    en: `${tool} of ${server} did not run: tools of other programs run only for who asks in Cairn itself.`,
    zh: `${server} 的 ${tool} 没有运行：其他程序的工具只为直接在 Cairn 中提问的人运行。`,
  })
}

/** What the user is told of a call that waits to be allowed. */
function notAllowed({ server, tool }: ToolIdentity): ToolFailure {
  return new ToolFailure('CONSENT_NEEDED', {
    en: `${tool} of ${server} runs only when you allow it.`,
    zh: `${server} 的 ${tool} 只有在您允许后才会运行。`,
  })
}

/** What the user is told of a tool that they have refused for good: nothing asks them again. */
export function refused({ server, tool }: ToolIdentity): ToolFailure {
  return new ToolFailure('TOOL_UNAVAILABLE', {
    en: `You said that ${tool} of ${server} never runs. You can change that in the settings.`,
    zh: `您已设置 ${server} 的 ${tool} 永不运行。可以在设置中更改。`,
  })
}
