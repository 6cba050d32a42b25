import { vi } from 'vitest'
import { OpenAiServer } from '../fakes/openai-server'

/** A server that Cairn has to hold for another machine. */
export const elsewhere = { address: 'https://models.example/v1', host: 'models.example' } as const

/** The id that a model of it has. */
export function modelElsewhere(model: string): string {
  return `server:${elsewhere.host}/${model}`
}

/** Starts the stand-in, and takes to it what is sent to the other machine. `vi.unstubAllGlobals` ends that. */
export async function serverElsewhere(models: readonly string[]): Promise<OpenAiServer> {
  const server = await OpenAiServer.start(models)
  const plain = globalThis.fetch
  vi.stubGlobal('fetch', (target: URL | string, init?: RequestInit) => {
    const url = new URL(String(target))
    return url.host === elsewhere.host
      ? plain(`http://127.0.0.1:${server.port}${url.pathname}`, init)
      : plain(target, init)
  })
  return server
}

/** All that was sent to it: what chats said, and the texts that were to be embedded. */
export function sentTo(server: OpenAiServer): string {
  const said = server.chats.flatMap(({ messages }) => messages.map(({ content }) => content))
  return [...said, ...server.embedded.flat()].join('\n')
}
