import { resolve } from 'node:path'
import { defaultStoreFolder, version, storePlace } from '@engine/platform/paths'
import { storeNow } from '@engine/platform/place/store-place'
import type { Engine } from '@engine/ports/engine-interface'
import type { Language } from '@engine/text/language'
import { checkArguments, parseArguments, UsageError, type Arguments } from './args'
import { exitCode, type Command, type Context, type World } from './command'
import { commands } from './commands/command-list'
import { commandHelp, generalHelp, usageLine } from './commands/system/help-command'
import { Interrupts } from './interrupts'
import { Output } from './print/output'
import { printableLine } from './print/printable'
import { reportProblem } from './print/problems'
import type { ReachedStore } from '@shells/running/open-here'
import { runningRecord } from '@shells/store-record'
import { storePassphrase } from './ask-store-passphrase'
import { UnseenInput } from './unseen-input'
import { languageOf, speak, type Say } from './words/terminal-words'

/** Commands whose arguments after the first operand are not ours to judge. */
const forwarding = new Set(commands.flatMap(({ name, forwardsArguments }) => (forwardsArguments ? [name] : [])))

/** The surroundings of a command line, whichever the command. */
type Surroundings = Pick<Context, 'world' | 'interrupts' | 'out' | 'err' | 'unseen'>

/** Runs one command line against the world given. Returns the exit code; throws only for bugs. */
export async function runTerminal(argv: readonly string[], world: World): Promise<number> {
  const interrupts = new Interrupts()
  const out = new Output(world.stdout, () => interrupts.cancelAll())
  const err = new Output(world.stderr)
  const leave = () => world.exit(exitCode.interrupted)
  const unseen = new UnseenInput({ stdin: world.stdin, err, interrupts, leave })
  const stopListening = world.onInterrupt(() => {
    if (!interrupts.press()) leave()
  })
  try {
    const code = await runCommand(argv, { world, interrupts, out, err, unseen })
    // A full disk may only be known once everything is out.
    await out.flush()
    if (!out.closed) return code
    // A reader that has gone (`| head`) has all it wanted; a full disk behind `>` has not.
    if (out.failure) return reportProblem(out.failure, err, speak(languageOf(world.machine.env)))
    return code === exitCode.interrupted ? exitCode.fine : code
  } finally {
    unseen.end()
    await err.flush()
    stopListening()
  }
}

async function runCommand(argv: readonly string[], surroundings: Surroundings): Promise<number> {
  const { world, err } = surroundings
  let say = speak(languageAsked(argv) ?? languageOf(world.machine.env))
  try {
    const args = parseArguments(argv, forwarding)
    const locale = chosenLanguage(args)
    if (locale) say = speak(locale)
    const help = helpAsked(args, say, world)
    if (help) {
      for (const line of help) surroundings.out.line(line)
      return exitCode.fine
    }
    if (args.command === undefined) throw new UsageError('missingCommand')
    const command = commandNamed(args.command)
    checkArguments(args, command, say)
    return await runWithStore(command, { ...surroundings, args, say, locale })
  } catch (thrown) {
    return thrown instanceof UsageError ? reportUsage(thrown, err, say) : reportProblem(thrown, err, say)
  }
}

/** The lines of --version and of every way to ask for help; undefined where neither was asked for. */
function helpAsked(args: Arguments, say: Say, { machine }: World): string[] | undefined {
  if (args.has('version')) return [version]
  if (!args.has('help') && args.command !== 'help') return undefined
  const topic = args.command === 'help' ? args.operands[0] : args.command
  return topic === undefined ? generalHelp(commands, say, machine) : commandHelp(commandNamed(topic), say, machine)
}

/** Runs a command. The store is reached when the command first asks for it, and let go in the end. */
async function runWithStore(
  command: Command,
  given: Surroundings & Pick<Context, 'args' | 'say' | 'locale'>,
): Promise<number> {
  const { world, interrupts, err, args } = given
  const resolvePath = (path: string) => resolve(world.cwd, path)
  const named = storePlace(storeOf(args, world), world.cwd, world.machine)
  const storeFolder = storeNow(named.folder)
  const place = { ...named, folder: storeFolder }
  const log = (line: string) => err.dim(printableLine(line))
  let reached: Promise<ReachedStore> | undefined
  try {
    return await interrupts.during(async (signal) => {
      const passphrase = storePassphrase({ ...given, signal })
      const options = { ...place, resources: world.resources, log, passphrase: passphrase.ask }
      const client = async () => {
        const { client: found } = await (reached ??= reachStore(storeFolder, () => world.openEngine(options)))
        // The passphrase was checked; what is typed from here on is the command's own.
        if (passphrase.given !== undefined) given.unseen.show()
        return found
      }
      const more = { storePassphrase: passphrase, library: place.library, resolvePath, client }
      const code = await command.run({ ...given, ...more, signal, storeFolder })
      return signal.aborted && command.endsByInterrupt !== true ? exitCode.interrupted : code
    })
  } finally {
    await (await reached?.catch(() => undefined))?.close()
  }
}

/** Through a Cairn that runs on this machine, or by opening the store here. What either needs is loaded then. */
async function reachStore(folder: string, open: () => Promise<Engine>): Promise<ReachedStore> {
  if (await runningRecord.read(folder)) {
    const { reachRunning } = await import('@shells/running/reach-running')
    const running = await reachRunning(folder)
    if (running) return running
  }
  const { openHere } = await import('@shells/running/open-here')
  return openHere(folder, open)
}

function commandNamed(name: string): Command {
  const command = commands.find((one) => one.name === name)
  if (!command) throw new UsageError('unknownCommand', { name })
  return command
}

/** The language that is asked for even where something before it cannot be understood: what is wrong is said in it, too. */
function languageAsked(argv: readonly string[]): Language | undefined {
  const at = argv.findLastIndex((one) => one === '--lang' || one.startsWith('--lang='))
  const value = argv[at]?.startsWith('--lang=') ? argv[at].slice('--lang='.length) : argv[at + 1]
  return at >= 0 && (value === 'en' || value === 'zh') ? value : undefined
}

function chosenLanguage(args: Arguments): Language | undefined {
  const value = args.text('lang')
  if (value === undefined || value === 'en' || value === 'zh') return value
  throw new UsageError('badLanguage', { value }, args.command)
}

function storeOf(args: Arguments, world: World): string {
  return args.text('store') ?? (world.machine.env['CAIRN_STORE'] || defaultStoreFolder(world.machine))
}

function reportUsage(problem: UsageError, err: Output, say: Say): number {
  err.line(say('error', { message: printableLine(say(problem.word, problem.values)) }))
  const command = commands.find((one) => one.name === problem.command)
  err.line(command ? `${say('usage')}: ${usageLine(command)}` : `${say('usage')}: cairn <${commandNames()}> …`)
  err.line(say('seeHelp'))
  return exitCode.usage
}

function commandNames(): string {
  return commands.map(({ name }) => name).join('|')
}
