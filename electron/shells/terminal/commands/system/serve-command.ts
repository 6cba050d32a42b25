import { CairnError, wantsPassword } from '@shared/errors'
import { askedMove, storeNow } from '@engine/platform/place/store-place'
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
  async run(given) {
    const port = portOf(given.args.text('port'))
    if (await showRunning(given)) return exitCode.fine
    const context = { ...given, storeFolder: await placeOf(given) }
    let passphrase: string | undefined
    for (;;) {
      const ended = await serveOnce(context, { port, passphrase })
      if (typeof ended === 'number') return ended
      passphrase = await context.storePassphrase.ask(ended.code === 'PASSWORD_WRONG')
      if (passphrase === undefined) throw ended
    }
  },
}

/** Serves until that is over; returns the exit code, or the error of a store that wants a passphrase, or another one. */
async function serveOnce(
  context: Context,
  { port, passphrase }: { readonly port: number; readonly passphrase: string | undefined },
): Promise<number | CairnError> {
  const links = createLinks()
  const secrets = { cookieSecret: newSecret(), linkSecret: newSecret() }
  const supervisor = supervise(context, links, { ...secrets, port, passphrase })
  const stop = () => void supervisor.close()
  context.signal.addEventListener('abort', stop, { once: true })
  if (context.signal.aborted) stop()
  try {
    return await serveUntilStopped(context, supervisor, links, secrets.linkSecret)
  } catch (thrown) {
    if (thrown instanceof CairnError && wantsPassword(thrown.report())) return thrown
    throw thrown
  } finally {
    context.signal.removeEventListener('abort', stop)
    await supervisor.close()
  }
}

/** The store's folder, moved where its user asked for that the last time. */
async function placeOf({ storeFolder, signal, world, err }: Context): Promise<string> {
  if (!(await askedMove(storeFolder))) return storeFolder
  const mover = await world.storeMover()
  await mover.moveIfAsked(storeFolder, { signal, now: () => world.now(), log: (line) => err.line(printableLine(line)) })
  return storeNow(storeFolder)
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
  start: { cookieSecret: string; linkSecret: string; port: number; passphrase: string | undefined },
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
    context.unseen.show()
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
