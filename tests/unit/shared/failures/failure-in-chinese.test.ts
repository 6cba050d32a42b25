import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import table from '@resources/words/failures-in-chinese.json'
import type { Gap } from '@shared/documents'
import { failureInChinese } from '@shared/failures/failure-in-chinese'
import type { Unread } from '@engine/ingest/members/members'
import { UnreadMembers } from '@engine/ingest/members/unread-gaps'
import { addOcrGaps } from '@engine/ingest/parsers/picture/read-page-text'
import { StructureBuilder, truncatedGap, unreadableGap } from '@engine/ingest/parsers/structure/structure-builder'
import { failedReading, type PageReading } from '@engine/ingest/ocr/page-reading'

const root = join(import.meta.dirname, '../../../..')

function sourcesIn(folder: string): string[] {
  const all = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
  return all.filter((path) => path.endsWith('.ts')).map((path) => `${folder}/${path}`)
}

const ingest = 'electron/engine/ingest'
/** What other programs are told is English, whichever language the window has. */
const forPrograms = /^electron\/shells\/(?:doors|mcp)\//u
const sources = ['electron', 'shared'].flatMap(sourcesIn).filter((path) => !forPrograms.test(path))

/** A text with its values left open, as `{}`; undefined for what is no text. */
function openText(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text
  if (!ts.isTemplateExpression(node)) return undefined
  return node.head.text + node.templateSpans.map(({ literal }) => `{}${literal.text}`).join('')
}

/** Texts for the log, and of errors that another part catches. */
function isForNobody(node: ts.Node): boolean {
  if (ts.isNewExpression(node)) return /^(?:Range)?Error$/u.test(node.expression.getText())
  return ts.isCallExpression(node) && /\blog$/u.test(node.expression.getText())
}

/** Functions of a source that make an error of the words they are given. */
function errorMakers(file: ts.SourceFile): ReadonlySet<string> {
  const made = file.statements.flatMap((one) =>
    ts.isFunctionDeclaration(one) && /^(?:CairnError|never)$/u.test(one.type?.getText() ?? '') ? one.name?.text : [],
  )
  return new Set(made.filter((name) => name !== undefined))
}

/** Ways in which a schema of `shared` is given the sentence that says what is wrong. */
const ofSchemas = /\.(?:regex|refine|min|max|addIssue)$/u

/** What a source says to people: what errors and schemas are given, and in `ingest` every sentence, and what completes “This is …”. */
function sentencesIn(path: string): string[] {
  const found: string[] = []
  const source = readFileSync(join(root, path), 'utf8')
  // Most sources say nothing, and parsing all of them takes long.
  if (!path.startsWith('shared/') && !path.startsWith(ingest) && !source.includes('Error(')) return found
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true)
  const makers = errorMakers(file)
  const isFailure = (node: ts.Node): boolean => {
    if (ts.isNewExpression(node)) return /^(?:Cairn|Selector)Error$/u.test(node.expression.getText())
    if (!ts.isCallExpression(node)) return false
    const called = node.expression.getText()
    return makers.has(called) || (path.startsWith('shared/') && ofSchemas.test(called))
  }
  const look = (node: ts.Node, isGiven: boolean): void => {
    if (isForNobody(node)) return
    const text = openText(node)
    const isKind = path.startsWith(`${ingest}/files/`) && /^an? [a-z]/u.test(text ?? '')
    const isSaid = path.startsWith(ingest) && /^[\p{Lu}“"{].*\.$/su.test(text ?? '')
    if (text?.includes(' ') && (isGiven || isKind || isSaid)) found.push(text)
    const isInside = isGiven && (ts.isConditionalExpression(node) || ts.isParenthesizedExpression(node))
    const given = isFailure(node) || isInside
    ts.forEachChild(node, (child) => look(child, given))
  }
  look(file, false)
  return found
}

/** The text of an archive's own document, which is searched and read as it stands. */
const textOfDocument = 'None of its {} was read.'
const keys = new Set([textOfDocument, ...Object.keys(table).map((key) => key.replace(/\{\w+\}/gu, '{}'))])

/** Values with signs between them have no words. */
function isValueOnly(sentence: string): boolean {
  return !/\p{L}/u.test(sentence.replaceAll('{}', ''))
}

function englishOnly(gaps: readonly Gap[]): string[] {
  return gaps.map(({ detail }) => detail).filter((detail) => failureInChinese(detail) === undefined)
}

describe('failures and gaps of documents in Chinese', () => {
  // Would catch an error that a Chinese window or terminal explains in English.
  test('every sentence has one', () => {
    const all = sources.flatMap((path) => sentencesIn(path).map((sentence) => ({ path, sentence })))
    expect(all.length).toBeGreaterThan(700)
    expect(all.filter(({ sentence }) => !keys.has(sentence) && !isValueOnly(sentence))).toEqual([])
  }, 180_000)

  test('a sentence and its translation name the same values', () => {
    const named = (text: string) => [...text.matchAll(/\{\w+\}/gu)].map(([name]) => name).toSorted()
    expect(Object.entries(table).filter(([en, zh]) => named(en).join() !== named(zh).join())).toEqual([])
  })

  test('values are put where the Chinese sentence wants them', () => {
    expect(failureInChinese('The file has 300 MB; Cairn reads files up to 200 MB.')).toBe(
      '文件大小为 300 MB；Cairn 最多读取 200 MB 的文件。',
    )
    expect(failureInChinese('This is a database, which Cairn cannot read yet.')).toBe(
      '这是数据库，Cairn 暂时无法读取。',
    )
    expect(failureInChinese('2 files were not read (damaged): a (1).txt, b.txt and 7 more.')).toBe(
      '2 个文件未读取（已损坏）：a (1).txt, b.txt，另有 7 个。',
    )
    expect(failureInChinese('OCR could not read the picture. It took longer than 60 seconds.')).toBe(
      'OCR 无法识别这张图片。用时超过 60 秒。',
    )
  })

  test('a sentence it does not know stays English, also inside one it knows', () => {
    expect(failureInChinese('Something else happened.')).toBeUndefined()
    expect(failureInChinese('This is something new, which Cairn cannot read yet.')).toBeUndefined()
    expect(failureInChinese('')).toBeUndefined()
  })

  test('every reason for which files inside a file were not read', () => {
    const reasons: Unread[] = ['encrypted', 'link', 'no file', 'packing', 'damaged', 'overlapping', 'too large']
    for (const what of ['files', 'messages']) {
      const unread = new UnreadMembers(what)
      unread.note('one.txt', 'deleted')
      for (const reason of [...reasons, 'too deep', 'too many'] as const) unread.note('one.txt', reason)
      expect(englishOnly(unread.gaps())).toEqual([])
      for (let count = 0; count < 9; count += 1) {
        for (const reason of ['damaged', 'deleted'] as const) unread.note('more.txt', reason)
      }
      expect(englishOnly(unread.gaps({ isLeast: true }))).toEqual([])
    }
  })

  test('every state of pages, one and several', () => {
    const states = ['failed', 'illegible', 'read', 'waiting'] as const
    for (const state of states) {
      for (const pages of [[1], [1, 2]]) {
        const builder = new StructureBuilder()
        const readings = new Map(pages.map((page) => [page, { ...failedReading(page, ''), state }]))
        addOcrGaps(builder, pages, state === 'waiting' ? new Map() : (readings as Map<number, PageReading>))
        expect(builder.gaps.length).toBe(1)
        expect(englishOnly(builder.gaps)).toEqual([])
      }
    }
    expect(englishOnly([truncatedGap(), unreadableGap(1), unreadableGap(2000)])).toEqual([])
  })
})
