import { CairnError } from '@shared/errors'
import { createLinks, linkOf, newSecret, type Links } from '@shells/web/requests/links'
import { linkOfRunningServer, removeServerRecord, writeServerRecord } from '@shells/web/server-record'
import { Supervisor } from '@shells/web/supervisor'
import { UsageError } from '../../args'
import { exitCode, type Command, type Context } from '../../command'
import { printableLine } from '../../print/printable'

export const serve: Command = {
  name: 'serve',
  usage: '[--port number] [--open]',
  about: 'aboutServe',
  options: ['port', 'open'],
  needs: null,
  maxOperands: 0,
  endsByInterrupt: true,
  async run(context) {
    const port = portOf(context.args.text('port'))
    if (await showRunning(context)) return exitCode.fine
    const links = createLinks()
    const secrets = { cookieSecret: newSecret(), linkSecret: newSecret() }
    const supervisor = supervise(context, links, { ...secrets, port })
    const stop = () => void supervisor.close()
    context.signal.addEventListener('abort', stop, { once: true })
    if (context.signal.aborted) stop()
    try {
      return await serveUntilStopped(context, supervisor, links, secrets.linkSecret)
    } finally {
      context.signal.removeEventListener('abort', stop)
      await supervisor.close()
    }
  },
}

/** Prints and opens the link of the server that already has this store; false where there is none. */
async function showRunning({ storeFolder, out, err, say, args, world }: Context): Promise<boolean> {
  const link = await linkOfRunningServer(storeFolder)
  if (link === undefined) return false
  out.line(say('serveAlready', { link }))
  err.dim(say('serveOnce'))
  if (args.has('open')) await world.openBrowser(link)
  return true
}

function supervise(
  { world, storeFolder, library, err, say }: Context,
  links: Links,
  start: { cookieSecret: string; linkSecret: string; port: number },
): Supervisor {
  const { resources, rendererFolder } = world
  return new Supervisor({
    fork: () => world.forkEngine(),
    start: { ...start, folder: storeFolder, library, resources, rendererFolder },
    links,
    onDeath: (reason, waitMs) => err.line(say('serveDied', { reason: printableLine(reason), seconds: waitMs / 1000 })),
    onReturn: () => err.line(say('serveBack')),
  })
}

async function serveUntilStopped(
  context: Context,
  supervisor: Supervisor,
  links: Links,
  secret: string,
): Promise<number> {
  const { world, storeFolder, out, err, say, args, signal } = context
  let port: number
  try {
    port = await supervisor.start()
  } catch (thrown) {
    if (signal.aborted) return exitCode.fine
    // Started twice at the same moment: the other was first.
    const locked = thrown instanceof CairnError && thrown.code === 'STORE_LOCKED'
    if (locked && (await showRunning(context))) return exitCode.fine
    throw thrown
  }
  const terminal = world.stdin.isTTY === true && out.isTTY
  const stopReading = terminal ? onEnter(context, async () => linkOf(port, await links.issue())) : () => undefined
  const sayStopping = () => err.line(say('serveStopping'))
  signal.addEventListener('abort', sayStopping, { once: true })
  try {
    await writeServerRecord(storeFolder, { port, pid: process.pid, secret })
    const link = linkOf(port, await links.issue())
    out.line(say('serveReady', { link }))
    err.dim(say(terminal ? 'serveKeys' : 'serveOnce'))
    if (args.has('open')) await world.openBrowser(link)
    await supervisor.over
    return exitCode.fine
  } finally {
    signal.removeEventListener('abort', sayStopping)
    stopReading()
    await removeServerRecord(storeFolder, process.pid)
  }
}

/** Prints a new link at every line that is typed. Returns what ends that. */
function onEnter({ world, out, say }: Context, newLink: () => Promise<string>): () => void {
  const { stdin } = world
  const read = () => {
    void newLink().then((link) => out.line(say('serveLink', { link })))
  }
  stdin.on('data', read)
  return () => {
    stdin.off('data', read)
    stdin.pause()
  }
}

function portOf(text: string | undefined): number {
  if (text === undefined) return 0
  const port = Number(text)
  if (!/^\d{1,5}$/u.test(text) || port > 65_535) throw new UsageError('badPort', { value: text }, 'serve')
  return port
}
