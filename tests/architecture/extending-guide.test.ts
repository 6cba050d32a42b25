import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const tops = ['electron', 'renderer', 'shared', 'resources', 'tests', 'bench', 'docs', 'models']
/** Every file and folder, as a path from the project's folder. */
const paths = tops.flatMap((top) => [
  `${top}/`,
  ...readdirSync(join(root, top), { recursive: true, withFileTypes: true }).map((entry) => {
    const path = join(entry.parentPath, entry.name)
      .slice(root.length + 1)
      .replaceAll('\\', '/')
    return entry.isDirectory() ? `${path}/` : path
  }),
])
const recipes = readFileSync(join(root, 'docs/extending.md'), 'utf8')
  .split(/^## /mu)
  .slice(1)
  .map((text) => ({ name: text.split('\n', 1)[0] ?? '', named: namedIn(text) }))

/** The files and folders that a text names in code. */
function namedIn(text: string): string[] {
  const inCode = [...text.matchAll(/`([^`\s]+)`/gu)].map(([, path = '']) => path)
  return inCode.filter((path) => tops.some((top) => path.startsWith(`${top}/`)))
}

/** Whether something has the name; `<format>`, `{en,zh}` and `*` stand for any. */
function exists(named: string): boolean {
  const parts = named.replace(/\/$/u, '').split(/<[^>]+>|\{[^}]+\}|\*/u)
  const pattern = parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`)).join('[^/]+')
  const isNamed = new RegExp(`^${pattern}/?$`, 'u')
  return paths.some((path) => isNamed.test(path))
}

describe('the guide to extending Cairn', () => {
  // Would catch a recipe that sends its reader to a file that was moved or renamed: a form's four files, a language's texts.
  test.each(recipes.filter(({ named }) => named.length > 0))('$name: what it names is there', ({ named }) => {
    expect(named.filter((path) => !exists(path))).toEqual([])
  })

  // Would catch a text file of one language alone, where the recipe says that a language's files are all it needs.
  test('a language has the same files as the other one', () => {
    const of = (language: string, other: string) =>
      paths
        .filter((path) => path.startsWith(`renderer/locales/${language}/`) || path.endsWith(`.${language}.json`))
        .map((path) => path.replace(`/${language}/`, `/${other}/`).replace(`.${language}.json`, `.${other}.json`))
        .filter((path) => path.startsWith('renderer/locales/') || path.startsWith('resources/words/'))
    expect(of('zh', 'en').filter((path) => !paths.includes(path))).toEqual([])
    expect(of('en', 'zh').filter((path) => !paths.includes(path))).toEqual([])
  })
})
