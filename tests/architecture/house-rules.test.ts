import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { words } from '@shells/terminal/words/terminal-words'

const root = join(import.meta.dirname, '../..')
const sources = ['electron', 'shared', 'bench', 'renderer', 'scripts'].flatMap((folder) => filesUnder(folder))

function filesUnder(folder: string): string[] {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesUnder(`${folder}/${entry.name}`) : [`${folder}/${entry.name}`],
  )
}

/** The rooms: electron/engine/pipeline is one, electron/engine/pipeline/stages a partition of it. */
function rooms(): string[] {
  const inside = (folder: string) =>
    readdirSync(join(root, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${folder}/${name}`)
  const named = [...inside('electron/engine'), ...inside('electron/shells'), 'electron/engine', 'electron/shells']
  return [...named, 'shared', 'bench', 'scripts', 'resources'].filter((room) => filesUnder(room).length > 0)
}

function grouped(files: readonly string[], key: (file: string) => string): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const file of files) groups.set(key(file), [...(groups.get(key(file)) ?? []), file])
  return groups
}

describe('house rules', () => {
  test('the tree is seen at all', () => {
    expect(sources.length).toBeGreaterThan(40)
    expect(rooms().length).toBeGreaterThan(8)
  })

  // A barrel hides who imports what, and makes cycles.
  test('there is no barrel file', () => {
    expect(sources.filter((file) => /^index\.[cm]?[jt]sx?$/.test(basename(file)))).toEqual([])
  })

  test('every room says in at most a few lines what it is for, what comes in and what goes out', () => {
    const missing = rooms().filter((room) => !existsSync(join(root, room, 'README.md')))
    expect(missing).toEqual([])
    for (const room of rooms().filter((name) => name.startsWith('electron/'))) {
      const lines = readFileSync(join(root, room, 'README.md'), 'utf8')
        .trim()
        .split('\n')
      expect([room, lines.length >= 3]).toEqual([room, true])
    }
  })

  test('no file or folder is named after nothing', () => {
    const empty = /^(utils?|helpers?|managers?|common|misc)(\.|$)|-(utils?|helpers?|manager)\./i
    const named = new Set(sources.flatMap((file) => [basename(file), ...dirname(file).split('/')]))
    expect([...named].filter((name) => empty.test(name))).toEqual([])
  })

  test('files are kebab-case', () => {
    const code = sources.filter((file) => /\.(ts|tsx|mjs)$/.test(file)).map((file) => basename(file))
    expect(code.filter((name) => !/^[a-z0-9]+([-.][a-z0-9]+)*\.(ts|tsx|mjs)$/.test(name))).toEqual([])
  })
})

describe('tests', () => {
  // Regression: four files left some sixty folders on a machine with each run.
  test('who makes a temporary folder removes one', () => {
    const files = filesUnder('tests').filter((file) => file.endsWith('.ts'))
    const makers = files.filter((file) => /\bmkdtemp(?:Sync)?\(/u.test(readFileSync(join(root, file), 'utf8')))
    expect(makers.length).toBeGreaterThan(100)
    const leaving = makers.filter((file) => !/\brm(?:Sync)?\(/u.test(readFileSync(join(root, file), 'utf8')))
    expect(leaving).toEqual([])
  })
})

describe('partitions', () => {
  const maxFiles = 13
  const product = sources.filter((file) => !file.startsWith('scripts/'))
  const code = product.filter((file) => /\.(ts|tsx)$/.test(file))

  test(`no folder has more than ${maxFiles} code files at its root`, () => {
    const counts = grouped(code, dirname)
    const crowded = [...counts].filter(([, files]) => files.length > maxFiles)
    expect(crowded.map(([folder, files]) => `${folder}: ${files.length}`)).toEqual([])
  })

  // Two files of one name are confused in every search, stack trace and conversation.
  test('a file name stands once', () => {
    // What a folder says of itself, a component's looks beside it, and a text in each language.
    const conventional = /\/(README|ARCHITECTURE)\.md$|\.module\.css$|^renderer\/locales\//
    const named = grouped(
      product.filter((file) => !conventional.test(file)),
      basename,
    )
    expect([...named.values()].filter((files) => files.length > 1)).toEqual([])
  })

  // So small a file is a detour for whoever reads its neighbour.
  test('no code file is under twenty lines, but for ports and declarations', () => {
    const mayBeSmall: Readonly<Record<string, string>> = {
      'electron/engine/answer/answerability/quoted.ts':
        'types of all the checks beside it; in any of them they make a cycle',
      'electron/engine/inference/routing/language-backend.ts': 'an interface with three implementations',
      'electron/engine/text/vectors.ts': 'the one dot and the one cosine',
      'electron/shells/headless-actions.ts': 'used by terminal and web alike',
      'renderer/ui/classes.ts': 'used by most components',
      'renderer/ui/documents/format-name.ts': 'used by two features, which may not import each other',
    }
    /** A port, a parser and a processor are each a file, however small. */
    const kinds = /\/(ports|parsers|post-processors)\/|\.d\.ts$/
    const isExempt = (file: string) => kinds.test(file) || file in mayBeSmall
    const small = code
      .filter((file) => !file.startsWith('bench/') && !isExempt(file))
      .map((file) => ({ file, lines: readFileSync(join(root, file), 'utf8').trimEnd().split('\n').length }))
      .filter(({ lines }) => lines < 20)
    expect(small.map(({ file, lines }) => `${file}: ${lines}`)).toEqual([])
  })
})

/** Whether a module awaits outside any function. */
function awaitsAtItsTop(file: string): boolean {
  const text = readFileSync(join(root, file), 'utf8')
  if (!/\bawait\b/u.test(text)) return false
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest)
  const awaits = (node: ts.Node): boolean =>
    ts.isAwaitExpression(node) || (!ts.isFunctionLike(node) && ts.forEachChild(node, awaits) === true)
  return awaits(source)
}

describe('threads', () => {
  // Regression: Node 20 ends the whole process where a thread is stopped while a module that awaits at its top begins to run.
  test('no module of the engine awaits at its top, because a thread may load it', () => {
    const modules = sources.filter((file) => file.startsWith('electron/engine/') && file.endsWith('.ts'))
    expect(modules.length).toBeGreaterThan(400)
    expect(modules.filter(awaitsAtItsTop)).toEqual([])
  })
})

describe('the two languages of the terminal', () => {
  const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort()

  test('have the same words', () => {
    expect(Object.keys(words.zh).sort()).toEqual(Object.keys(words.en).sort())
  })

  // Would catch a translation that drops a file name or a number.
  test('fill in the same names', () => {
    for (const [key, english] of Object.entries(words.en)) {
      const chinese = Object.entries(words.zh).find(([name]) => name === key)?.[1] ?? ''
      expect([key, placeholders(chinese)]).toEqual([key, placeholders(english)])
      expect([key, chinese.trim() === '']).toEqual([key, false])
    }
  })
})
