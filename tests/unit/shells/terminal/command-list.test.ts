import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { commands } from '@shells/terminal/commands/command-list'
import { commandHelp } from '@shells/terminal/commands/system/help-command'
import { speak, words } from '@shells/terminal/words/terminal-words'

const root = resolve(import.meta.dirname, '../../../..')
const machine = { platform: 'linux', home: '/home/u', env: {} } as const

// Would catch a command that one language says nothing of, or says it in the other one's words.
test.each(commands.map((command) => [command.name, command] as const))(
  '`cairn help %s` is written in both languages',
  (name, command) => {
    expect(words.zh[command.about]).toMatch(/\p{Script=Han}/u)
    expect(words.en[command.about]).toMatch(/^[a-z][^\p{Script=Han}]+$/u)
    for (const language of ['en', 'zh'] as const) {
      const page = commandHelp(command, speak(language), machine)
      expect(page[0]).toContain(`cairn ${name}`)
      expect(page).toContain(words[language][command.about])
    }
    if (command.needs) expect(words.zh[command.needs]).not.toBe(words.en[command.needs])
    for (const option of command.options) expect(command.usage).toContain(`--${option}`)
  },
)

// Would catch a file that is written and never registered, two commands of one name, and one that the guide does not tell of.
test('every command file is registered once and stands in the user guide', () => {
  const files = readdirSync(join(root, 'electron/shells/terminal/commands'), { recursive: true, encoding: 'utf8' })
  const named = files.flatMap((file) => /([a-z]+)-command\.ts$/u.exec(file)?.[1] ?? [])
  expect(commands.map(({ name }) => name).toSorted()).toEqual(named.filter((name) => name !== 'help').toSorted())
  const guide = readFileSync(join(root, 'docs/user-guide.md'), 'utf8')
  // Benches are for whoever works on Cairn.
  const missing = commands.filter(({ name }) => name !== 'bench' && !guide.includes(`cairn ${name}`))
  expect(missing.map(({ name }) => name)).toEqual([])
})
