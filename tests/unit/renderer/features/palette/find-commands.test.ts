import { Search } from 'lucide-react'
import { describe, expect, it } from 'vitest'
import { type CommandGroup, findCommands, type PaletteCommand } from '@renderer/features/palette/find-commands'
import { folded, matchScore } from '@renderer/features/palette/match-score'

const command = (id: string, group: CommandGroup, ...names: string[]): PaletteCommand => ({
  id,
  group,
  text: names[0] ?? id,
  names,
  icon: Search,
  run: () => undefined,
})

const commands = [
  command('new', 'actions', 'New chat', '新对话'),
  command('library', 'actions', 'Go to the library', '前往资料库'),
  command('dark', 'settings', 'Theme: dark', '主题：深色'),
  command('s1', 'sessions', 'What is newer than this?'),
  command('d1', 'documents', '冬季安全手册.pdf', 'Winter safety'),
  command('d2', 'documents', 'Résumé.docx'),
]
const ids = (query: string, recent: string[] = []) =>
  findCommands(commands, query, recent).map((group) => [group.id, ...group.commands.map(({ id }) => id)])

describe('findCommands', () => {
  it('finds a command by its words in either language, and a part of a Chinese name', () => {
    expect(ids('深色')).toEqual([['settings', 'dark']])
    expect(ids('dark')).toEqual([['settings', 'dark']])
    expect(ids('安全手')).toEqual([['documents', 'd1']])
  })

  it('ignores accents, width and case, and takes words in any order', () => {
    expect(ids('RESUME')).toEqual([['documents', 'd2']])
    expect(ids('ｄａｒｋ theme')).toEqual([['settings', 'dark']])
  })

  it('puts the group of the better match first', () => {
    expect(ids('new')).toEqual([
      ['actions', 'new'],
      ['sessions', 's1'],
    ])
  })

  it('prefers what was used last among equals', () => {
    const twins = [command('a', 'actions', 'Open a'), command('b', 'actions', 'Open b')]
    expect(findCommands(twins, 'open', ['b'])[0]?.commands.map(({ id }) => id)).toEqual(['b', 'a'])
  })

  it('shows what was used last and what can be done when nothing is typed; what is gone is left out', () => {
    expect(ids('', ['d1', 'deleted'])).toEqual([
      ['recent', 'd1'],
      ['actions', 'new', 'library'],
      ['sessions', 's1'],
    ])
  })

  it('finds nothing rather than everything for what is in no name', () => {
    expect(ids('qqq')).toEqual([])
  })
})

describe('matchScore', () => {
  const score = (name: string, query: string) => matchScore([folded(name)], folded(query))

  it('falls from the start of a name over words and insides to scattered letters', () => {
    const falling = [score('chat', 'ch'), score('new chat', 'ch'), score('search', 'ch'), score('Compare hydra', 'ch')]
    expect(falling).toEqual([...falling].sort((a, b) => b - a))
    expect(falling.every((one) => one > 0)).toBe(true)
  })

  it('needs scattered letters to begin with a word', () => {
    expect(score('Go to the library', 'gtl')).toBeGreaterThan(0)
    expect(score('Go to the library', 'otl')).toBe(0)
  })
})
