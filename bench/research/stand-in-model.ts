import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Engine } from '@engine/ports/engine-interface'
import { serverModelId } from '@engine/inference/loopback/loopback-models'
import { estimateTokens } from '@engine/text/token-count'
import { percentile } from '../metrics'
import { promptText, type StandInPrompt } from '../stand-in/stand-in-prompt'
import { StandInServer } from '../stand-in/stand-in-server'
import { readReplies, type TaskReplies } from './replies'
import { kindOf, type PromptKind, replyTo } from './stand-in-reader'

export interface StandInFolders {
  /** Of replies written by hand; without it the model says the least that it may. */
  readonly replies: string | undefined
  /** Where prompts and replies are kept. */
  readonly prompts: string | undefined
}

/** Tokens of a context that many people run. */
const contextLength = 8192

/** A stand-in for a language model that does research. */
export class StandInModel {
  #task = ''
  #replies: TaskReplies | null = null
  readonly #asked: { readonly task: string; readonly prompt: StandInPrompt; readonly reply: string }[] = []

  private constructor(
    private readonly server: StandInServer,
    private readonly folders: StandInFolders,
  ) {
    server.reply = (prompt) => {
      const reply = replyTo(prompt, this.#replies)
      this.#asked.push({ task: this.#task, prompt, reply })
      return reply
    }
  }

  static async start(folders: StandInFolders): Promise<StandInModel> {
    return new StandInModel(await StandInServer.start({ speaks: 'llama-server', contextLength }), folders)
  }

  get name(): string {
    return this.server.models[0] ?? ''
  }

  async beUsedBy(engine: Engine): Promise<void> {
    const { url } = this.server
    await engine.changeSettings({ models: { language: serverModelId(url, this.name), servers: [url] } })
  }

  /** Replies from now on as was written for this task. */
  async turnTo(task: string): Promise<void> {
    this.#task = task
    this.#replies = this.folders.replies === undefined ? null : await readReplies(this.folders.replies, task)
  }

  /** How often it was asked for what, and how long its prompts are; keeps them where that is wanted. */
  async figures() {
    const { prompts: folder } = this.folders
    if (folder !== undefined) {
      await mkdir(folder, { recursive: true })
      for (const [at, { task, prompt, reply }] of this.#asked.entries()) {
        const name = `${task}-${String(at + 1).padStart(3, '0')}-${kindOf(prompt)}.txt`
        await writeFile(join(folder, name), `${promptText(prompt)}\n\n=== ${prompt.maxTokens} tokens\n${reply}\n`)
      }
    }
    const sizes = this.#asked.map(({ prompt }) => estimateTokens(promptText(prompt)))
    const calls: Partial<Record<PromptKind, number>> = {}
    for (const { prompt } of this.#asked) calls[kindOf(prompt)] = (calls[kindOf(prompt)] ?? 0) + 1
    const prompt_tokens = { median: percentile(sizes, 50), most: Math.max(0, ...sizes) }
    return { calls, prompt_tokens }
  }

  close(): Promise<void> {
    return this.server.close()
  }
}
