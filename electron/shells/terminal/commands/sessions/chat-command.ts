import { createInterface } from 'node:readline'
import type { Reading } from '@shared/events'
import { questionOf } from './ask-command'
import { exitCode, type Client, type Command, type Context } from '../../command'
import { printable, printableLine } from '../../print/printable'
import { reportProblem } from '../../print/problems'
import type { Source } from '@shells/answers/cited-sources'
import { passageLines, sourceLine } from '../../print/print-sources'
import { showTurn } from '../../print/render-turn'

export const chat: Command = {
  name: 'chat',
  usage: '[--session id] [--collection name]',
  about: 'aboutChat',
  options: ['session', 'collection'],
  needs: null,
  maxOperands: 0,
  async run(context) {
    return new Conversation(context, await context.client()).run()
  },
}

class Conversation {
  #sessionId: string | undefined
  #question = ''
  #readings: readonly Reading[] = []
  #sources: readonly Source[] = []

  constructor(
    readonly context: Context,
    readonly client: Client,
  ) {
    this.#sessionId = context.args.text('session')
  }

  /** Reads questions until the input ends, /quit, or Ctrl-C at the prompt (which leaves with 130). */
  async run(): Promise<number> {
    const { world, err, say, signal, interrupts } = this.context
    const terminal = world.stdin.isTTY === true && err.isTTY
    // The prompt goes to stderr: stdout carries answers only.
    const reader = createInterface({
      input: world.stdin,
      ...(terminal && { output: world.stderr }),
      terminal,
      prompt: say('chatPrompt'),
    })
    // In raw mode Ctrl-C arrives here and not as a signal.
    reader.on('SIGINT', () => {
      if (!interrupts.press()) world.exit(exitCode.interrupted)
    })
    const leave = () => reader.close()
    const hasLeft = () => signal.aborted
    let quit = false
    signal.addEventListener('abort', leave, { once: true })
    err.line(say('chatWelcome'))
    if (terminal) reader.prompt()
    try {
      for await (const line of reader) {
        quit = line.trim() === '/quit'
        if (quit || hasLeft()) break
        await this.#answer(line.trim())
        // After Ctrl-C the reader is closed, and a prompt on a closed reader throws.
        if (terminal && !hasLeft()) reader.prompt()
      }
    } finally {
      signal.removeEventListener('abort', leave)
      reader.close()
    }
    // Ctrl-D and Ctrl-C leave the cursor behind the prompt.
    if (terminal && !quit) err.line()
    if (this.#sessionId !== undefined) err.line(say('session', { id: printableLine(this.#sessionId) }))
    return signal.aborted ? exitCode.interrupted : exitCode.fine
  }

  async #answer(line: string): Promise<void> {
    if (line === '') return
    if (/^\/\w*$/.test(line)) {
      this.#obey(line)
      return
    }
    const chosen = this.#chosen(line)
    if (chosen) await this.#ask(chosen.question, chosen.anyway)
    else await this.#ask(line, false)
  }

  #obey(command: string): void {
    const { err, say } = this.context
    if (command === '/help') err.line(say('chatHelp'))
    else if (command === '/sources') this.#showSources()
    else if (command === '/new') {
      this.#sessionId = undefined
      this.#readings = []
      this.#sources = []
      err.line(say('chatNew'))
    } else err.line(say('chatUnknown', { name: printable(command) }))
  }

  /** The reading that a number chooses after the pipeline asked back; 0 chooses the question as it was. */
  #chosen(line: string): { question: string; anyway: boolean } | undefined {
    if (this.#readings.length === 0 || !/^\d+$/.test(line)) return undefined
    if (Number(line) === 0) return { question: this.#question, anyway: true }
    const reading = this.#readings[Number(line) - 1]
    return reading && { question: reading.question, anyway: false }
  }

  async #ask(question: string, anyway: boolean): Promise<void> {
    const { err, say, interrupts } = this.context
    const input = { ...questionOf(this.context, question), session_id: this.#sessionId, search_anyway: anyway }
    this.#question = question
    this.#readings = []
    try {
      const turn = await interrupts.during((signal) => showTurn(this.context, this.client, input, signal))
      this.#sessionId = turn.sessionId ?? this.#sessionId
      this.#readings = turn.readings
      this.#sources = turn.sources
      if (turn.readings.length > 0) err.line(say('chooseNumber'))
    } catch (thrown) {
      // One question that fails does not end the conversation.
      reportProblem(thrown, err, say)
    }
  }

  #showSources(): void {
    const { out, err, say } = this.context
    if (this.#sources.length === 0) err.line(say('chatNoSources'))
    for (const source of this.#sources) {
      out.line(sourceLine(source, say))
      for (const line of passageLines(source)) out.line(line)
    }
  }
}
