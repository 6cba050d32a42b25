import { assumedContext, ServerKey, type LoopbackServer, type ServedModel } from '@shared/models/models'
import { exitCode, type Client, type Context } from '../../command'
import { tableLines } from '../../print/align-columns'
import { printableLine } from '../../print/printable'
import type { Say } from '../../words/terminal-words'

/** Servers, each with its models below it; `uses` says what a model is used for. */
export function serverLines(servers: readonly LoopbackServer[], say: Say, uses: (id: string) => string): string[] {
  const models = tableLines(
    servers.flatMap((server) => server.models.map((model) => modelCells(model, say, uses(model.id)))),
  )
  const heads = tableLines(
    servers.map((server) => [printableLine(server.name), printableLine(server.url), stateOf(server, say)]),
  )
  return servers.flatMap((server, at) => [
    heads[at] ?? '',
    ...models.splice(0, server.models.length).map((line) => `  ${line}`),
  ])
}

function modelCells({ id, kind, context_length: length }: ServedModel, say: Say, use: string): string[] {
  const number = (tokens: number) => tokens.toLocaleString('en')
  // Nothing is assumed of an embedder: what is too long for it is cut.
  const unknown = kind === 'embedder' ? '' : say('contextAssumed', { number: number(assumedContext) })
  const context = length === null ? unknown : say('contextTokens', { number: number(length) })
  return [printableLine(id), say(`kind_${kind}`), context, use]
}

function stateOf({ reachable, needs_key: needsKey, has_key: hasKey }: LoopbackServer, say: Say): string {
  if (!reachable) return say('serverUnreachable')
  if (needsKey) return say(hasKey ? 'serverOtherKey' : 'serverNeedsKey')
  return say('serverReachable')
}

/** A model that was named by its id or by its server's address. */
export interface ServedChoice {
  readonly id: string
  /** The settings' servers where this one has to be added to them. */
  readonly servers?: string[]
}

/** Whether a word names a server's model or a server. */
export function namesServer(word: string): boolean {
  return /^(?:server:|https?:\/\/)/u.test(word)
}

/**
 * Looks for a server's model: `server:HOST:PORT/model`, or an address with the model's name, which a server with one model
 * needs not. Null where it was not found; then why was said.
 */
export async function findServed(
  { err, say }: Context,
  client: Client,
  kind: ServedModel['kind'],
  [word = '', name]: readonly string[],
): Promise<ServedChoice | null> {
  const [, host, model = name] = /^server:([^/]+)\/(.+)$/su.exec(word) ?? []
  const address = host === undefined ? word : addressAt(host)
  if (!URL.canParse(address)) {
    err.line(say('serverAway', { url: printableLine(word) }))
    return null
  }
  const usual = serverAt(await client.models.find_servers(), address)
  const server = usual?.reachable ? usual : serverAt(await client.models.find_servers({ also: address }), address)
  if (!server?.reachable || server.needs_key) {
    const url = printableLine(server?.url ?? address)
    err.line(say(server?.needs_key ? 'giveKey' : 'serverAway', { url }))
    return null
  }
  const models = server.models.filter((one) => one.kind === kind)
  const found = model === undefined && models.length === 1 ? models[0] : models.find((one) => one.name === model)
  if (!found) {
    const names = models.map((one) => printableLine(one.name)).join(', ') || '–'
    err.line(say('serverModels', { url: printableLine(server.url), kind: say(`kind_${kind}`), names }))
    return null
  }
  if (server === usual) return { id: found.id }
  const { servers } = (await client.settings.get()).models
  return { id: found.id, servers: [...servers, server.url] }
}

/** Keeps the key that comes by the standard input, where no other program sees it, or forgets it (`--remove`). */
export async function serverKey(context: Context, address: string): Promise<number> {
  const { args, out, err, say } = context
  const client = await context.client()
  const url = serverAt(await client.models.find_servers(), address)?.url ?? address
  const key = args.has('remove')
    ? null
    : ServerKey.safeParse(await context.unseen.line(say('typeKey', { url: printableLine(url) }), context.signal)).data
  if (context.signal.aborted) return exitCode.interrupted
  if (key === undefined) {
    err.line(say('noKey'))
    return exitCode.failed
  }
  const servers = await client.models.set_server_key({ url, key })
  out.line(say(key === null ? 'keyRemoved' : 'keyKept', { url: printableLine(url) }))
  const server = serverAt(servers, url)
  if (key === null || (server?.reachable && !server.needs_key)) return exitCode.fine
  err.line(say(server?.needs_key ? 'keyRefused' : 'serverAway', { url: printableLine(url) }))
  return exitCode.failed
}

/** The server at an address; `localhost` and this machine's other names mean the one that was found at the same port. */
function serverAt(servers: readonly LoopbackServer[], address: string): LoopbackServer | undefined {
  const wanted = new URL(address)
  const isIt = ({ url }: LoopbackServer) => new URL(url).host === wanted.host
  const isThere = ({ url }: LoopbackServer) => isHere(new URL(url)) && new URL(url).port === wanted.port
  return servers.find(isIt) ?? (isHere(wanted) ? servers.find(isThere) : undefined)
}

function addressAt(host: string): string {
  const plain = `http://${host}/v1`
  return URL.canParse(plain) && !isHere(new URL(plain)) ? `https://${host}/v1` : plain
}

function isHere({ hostname }: URL): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/u.test(hostname)
}
