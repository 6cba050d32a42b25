import { defaultStoreFolder, type Machine } from '@engine/platform/paths'
import { tableLines } from '../../print/align-columns'
import type { Command } from '../../command'
import type { Say } from '../../words/terminal-words'

/** `cairn ask <question> [--json]`: how one command is written. */
export function usageLine(command: Command): string {
  return `cairn ${command.name} ${command.usage}`.trimEnd()
}

/** The page of one command. */
export function commandHelp(command: Command, say: Say, machine: Machine): string[] {
  const more = [...choiceLines(command, say), ...(command.notes ?? []).map((word) => say(word))]
  const page = [`${say('usage')}: ${usageLine(command)}`, '', say(command.about), '']
  return [...page, ...more, ...(more.length > 0 ? [''] : []), ...optionLines(say, machine)]
}

function choiceLines({ choices = {} }: Command, say: Say): string[] {
  return Object.entries(choices).map(([option, names]) => {
    return say('choicesOfOption', { option: `--${option}`, names: names.join(', ') })
  })
}

/** The page of everything. */
export function generalHelp(commands: readonly Command[], say: Say, machine: Machine): string[] {
  const rows = commands.map((command) => [`  ${command.name}`, say(command.about)])
  return [
    `Cairn — ${say('tagline')}`,
    '',
    `${say('usage')}: cairn <command> …`,
    '',
    `${say('commands')}:`,
    ...tableLines(rows),
    '',
    say('helpHint'),
    '',
    ...optionLines(say, machine),
  ]
}

function optionLines(say: Say, machine: Machine): string[] {
  const rows = [
    ['  --store <folder>', say('optionStore', { folder: defaultStoreFolder(machine) })],
    ['  --lang en|zh', say('optionLang')],
    ['  -h, --help', say('optionHelp')],
    ['  -V, --version', say('optionVersion')],
  ]
  return [`${say('globalOptions')}:`, ...tableLines(rows)]
}
