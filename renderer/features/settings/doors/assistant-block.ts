import type { DoorsState } from '@shared/api/doors-api'

/** What stands for the token where it is not to be seen. */
export const hiddenToken = '••••••••'

/** The block with which an assistant starts Cairn by itself, as most assistants take it. */
export function stdioBlock({ command, args }: NonNullable<DoorsState['stdio']>): string {
  return blockOf({ command, args })
}

/** The block with which an assistant reaches Cairn at its address. */
export function httpBlock(address: string, token: string): string {
  return blockOf({ type: 'http', url: address, headers: { Authorization: `Bearer ${token}` } })
}

/** What a client of OpenAI's API has to be told; its makers' libraries read the first two from the environment. */
export function openAiBlock(address: string, token: string): string {
  return [`OPENAI_BASE_URL=${address}`, `OPENAI_API_KEY=${token}`, '# model: cairn'].join('\n')
}

function blockOf(server: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ mcpServers: { cairn: server } }, null, 2)
}
