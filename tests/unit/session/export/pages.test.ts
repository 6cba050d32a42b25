import type { Nodes } from 'mdast'
import { parse } from 'parse5'
import type { DefaultTreeAdapterMap } from 'parse5'
import fc from 'fast-check'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { describe, expect, test } from 'vitest'
import type { SessionContext } from '@shared/session/session-context'
import type { TurnTrace } from '@shared/session/turn-trace'
import { checkOf, exportWords, readableSession, readableTime } from '@engine/session/export/pages/readable-session'
import { sessionHtml } from '@engine/session/export/pages/session-html'
import { sessionMarkdown } from '@engine/session/export/pages/session-markdown'
import { recordedSession } from './recorded-session'

type HtmlNode = DefaultTreeAdapterMap['node']
type HtmlElement = DefaultTreeAdapterMap['element']

function elements(node: HtmlNode): HtmlElement[] {
  const children = 'childNodes' in node ? node.childNodes.flatMap(elements) : []
  return 'attrs' in node ? [node, ...children] : children
}

function textOf(node: HtmlNode): string {
  if ('value' in node) return node.value
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : ''
}

const attribute = (element: HtmlElement, name: string) => element.attrs.find((each) => each.name === name)?.value

function page(context: SessionContext) {
  const html = sessionHtml(context)
  const all = elements(parse(html))
  const named = (tag: string) => all.filter(({ tagName }) => tagName === tag)
  return { html, all, named }
}

function nodes(node: Nodes): Nodes[] {
  return [node, ...('children' in node ? node.children.flatMap(nodes) : [])]
}

function markdownNodes(text: string): Nodes[] {
  return nodes(unified().use(remarkParse).use(remarkGfm).parse(text))
}

function plain(node: Nodes): string {
  if ('value' in node) return node.value
  return 'children' in node ? node.children.map(plain).join('') : ''
}

describe('a right value', () => {
  // Catches an export that shows a wrong figure and keeps to itself what the source says.
  test('is said under the answer, and nothing in it becomes structure of the page', () => {
    const context = recordedSession('s1', [{ id: 'a', question: 'How hot?', cites: [{ says: 'It has 75 °C.' }] }])
    const [sentence] = context.session.turns?.[0]?.critique?.sentences ?? []
    if (!sentence) throw new Error('no verdict')
    sentence.correction = { start: 7, end: 12, stated: '75 °C', found: '<b>65</b>', number: 1, evidence_id: 'a-e1' }
    const said = '“75 °C”: source 1 says “<b>65</b>”.'
    expect(textOf(parse(sessionHtml(context)))).toContain(said)
    expect(markdownNodes(sessionMarkdown(context)).map(plain)).toContain(said)
  })
})

const usual = recordedSession('s1', [
  { id: 'a', question: 'Replaced?', cites: [] },
  {
    id: 'b',
    question: 'What is blue?',
    replaces: 'a',
    cites: [
      { says: 'The sky is blue.' },
      { says: 'So is the sea!', passage: 'First.\nSo is the sea!\n\n    indented *text*' },
    ],
  },
  { id: 'c', question: 'Cut?', cites: [{ says: 'Half of it' }], status: 'cancelled' },
])

/** Everything that could end, load or run something. */
const hostile = [
  '<script>alert(1)</script><img src=x onerror=alert(1)>',
  '</style></title></textarea><svg onload=alert(1)>',
  '<!-- <iframe src="https://evil.example"></iframe>',
  '[click](javascript:alert(1)) ![x](https://evil.example/p.png) <https://evil.example>',
  '# Heading\n\n## Another\n\n---\n\n```\nunclosed',
  '[1]: https://evil.example "t"\n\n[1] [^1]\n\n[^1]: note',
  '"\' onmouseover="alert(1)" x=\'',
  '| a | b |\n|---|---|\n| <b>x</b> | `c|d` |',
  '> quote\n- item\n1. one\n***\n===\n~~~~',
  '\u202Eesrever\u2066 \u0000\uD800',
]

test('an answer is called checked only where a model wrote it or a sentence was doubted', () => {
  const words = exportWords.en
  const turn = readableSession(usual).turns[0]
  if (!turn) throw new Error('There is no turn.')
  expect(checkOf(turn, words)).toBe(words.quoted.documents)
  const said = (change: (trace: TurnTrace) => void): string => {
    const context = structuredClone(usual)
    const trace = context.session.turns?.find(({ turn_id: id }) => id === turn.id)
    if (trace) change(trace)
    const changed = readableSession(context).turns[0]
    return changed ? checkOf(changed, words) : ''
  }
  const checked = 'Check: complete, nearly every sentence carried by its source'
  expect(said((trace) => (trace.model = 'server:local'))).toBe(checked)
  expect(said((trace) => trace.critique?.sentences.forEach((one) => (one.verdict = 'partly')))).toBe(checked)
  expect(said((trace) => trace.evidence.forEach((one) => (one.kind = 'tool')))).toBe(words.quoted.tool)
  expect(said((trace) => delete trace.critique)).toBe('')
})

describe('HTML', () => {
  test('what reads now is there: questions, marks that lead to passages with the cited part marked, and back', () => {
    const { all, named, html } = page(usual)
    expect(named('h2').map(textOf)).toEqual(['What is blue?', 'Cut?'])
    const ids = all.flatMap((each) => attribute(each, 'id') ?? [])
    expect(new Set(ids).size).toBe(ids.length)
    const links = named('a').map((each) => attribute(each, 'href') ?? '')
    expect(links.filter((href) => !ids.includes(href.slice(1)))).toEqual([])
    expect(links).toEqual(['#t1-s1', '#t1-s2', '#t1-c1', '#t1-c2', '#t2-s1', '#t2-c1'])
    expect(named('mark').map(textOf)).toEqual(['The sky is blue.', 'So is the sea!', 'Half of it'])
    expect(html).toContain('cancelled before it was complete')
    expect(html).toContain('Quoted word for word from the documents.')
    expect(named('html').map((each) => attribute(each, 'lang'))).toEqual(['en'])
    expect(named('nav')).toEqual([])
  })

  test('a long session has a table of contents, a Chinese one speaks Chinese', () => {
    const asked = Array.from({ length: 5 }, (_, at) => ({ id: `t${at}`, question: `问题${at}`, cites: [] }))
    const { named } = page(recordedSession('s', asked, { locale: 'zh-CN', title: '标题' }))
    expect(named('nav').map(textOf).join('')).toContain('问题4')
    expect(named('html').map((each) => attribute(each, 'lang'))).toEqual(['zh-CN'])
    expect(named('title').map(textOf)).toEqual(['标题'])
  })

  test('Markdown of an answer is rendered; sentences of documents that are not Markdown are letter for letter', () => {
    const context = recordedSession('s', [
      {
        id: 't',
        question: 'q',
        cites: [
          { says: 'a **bold** claim', format: 'markdown' },
          { says: 'literal **stars** <i>', format: 'pdf' },
        ],
      },
    ])
    const { named } = page(context)
    expect(named('strong').map(textOf)).toEqual(['bold'])
    expect(
      named('p')
        .map(textOf)
        .find((text) => text.includes('literal')),
    ).toContain('literal **stars** <i> [2]')
    expect(named('i')).toEqual([])
  })

  // Would catch asterisks in a page whose answer was Markdown in the window.
  test('all a model wrote is Markdown, whatever it rests on', () => {
    const context = recordedSession('s', [
      { id: 't', question: 'q', cites: [{ says: 'It is **19** metres', format: 'pdf' }] },
    ])
    const [trace] = context.session.turns ?? []
    if (trace) trace.model = 'Tiny'
    expect(page(context).named('strong').map(textOf)).toEqual(['19'])
    expect(
      markdownNodes(sessionMarkdown(context)).flatMap((node) => (node.type === 'strong' ? plain(node) : [])),
    ).toContain('19')
  })

  const anyWriter = hostile.flatMap((text) => [
    { text, model: undefined },
    { text, model: 'Tiny' },
  ])
  test.each(anyWriter)('$text can do nothing anywhere, written by $model', ({ text, model }) => {
    const context = recordedSession(
      's',
      [{ id: 't', question: text, cites: [{ says: 'x', passage: `x ${text}`, document: text }] }],
      { title: text },
    )
    const answer = context.session.messages[1]
    if (answer) answer.content = `${answer.content}\n\n${text}`
    const trace = context.session.turns?.[0]
    if (trace?.evidence[0]) trace.evidence[0].heading_path = [text]
    if (trace) trace.model = model
    if (trace) trace.error = { code: 'INTERNAL', message: text, action: '' }
    const { html, all, named } = page(context)
    const allowed = new Set(
      'html head meta title style body main header nav article section h1 h2 h3 h4 h5 h6 p a bdi ol ul li blockquote pre code em strong del mark div hr br table thead tbody tr th td'.split(
        ' ',
      ),
    )
    expect(all.map(({ tagName }) => tagName).filter((tag) => !allowed.has(tag))).toEqual([])
    const attributes = all.flatMap(({ attrs }) => attrs.map(({ name }) => name))
    expect(
      attributes.filter(
        (name) =>
          !/^(?:lang|charset|http-equiv|content|name|class|id|href|dir|aria-label|aria-labelledby|start|style)$/u.test(
            name,
          ),
      ),
    ).toEqual([])
    expect(
      named('a')
        .map((each) => attribute(each, 'href'))
        .filter((href) => !href?.startsWith('#')),
    ).toEqual([])
    expect(named('style')).toHaveLength(1)
    expect(html).toContain(`default-src 'none'; style-src 'unsafe-inline'; img-src data:`)
    for (const match of html.matchAll(/[\u202A-\u202E\u2066-\u2069]/gu)) {
      const before = html.slice(0, match.index)
      expect(before.lastIndexOf('<bdi')).toBeGreaterThan(before.lastIndexOf('</bdi>'))
    }
  })

  test('an answer of nothing but markers does not keep the page waiting', () => {
    const context = recordedSession('s', [{ id: 't', question: 'q', cites: [] }])
    const answer = context.session.messages[1]
    if (answer) answer.content = `${'> '.repeat(5000)}x ${'['.repeat(5000)}`
    expect(sessionHtml(context)).toContain('&gt; &gt;')
    expect(sessionMarkdown(context)).toContain('\\> \\>')
  })
})

describe('Markdown', () => {
  test('what reads now is there, cited parts in bold', () => {
    const text = sessionMarkdown(usual)
    const all = markdownNodes(text)
    expect(all.flatMap((node) => (node.type === 'heading' ? [`${node.depth} ${plain(node)}`] : []))).toEqual([
      '1 About s1',
      '2 What is blue?',
      '3 Sources',
      '2 Cut?',
      '3 Sources',
    ])
    expect(text).toContain('The sky is blue. [1] So is the sea\\! [2]')
    const bold = all.filter(({ type }) => type === 'strong').map(plain)
    expect(bold).toEqual(['b-0.md', 'The sky is blue.', 'b-1.md', 'So is the sea!', 'c-0.md', 'Half of it'])
    expect(all.filter(({ type }) => type === 'list')).toHaveLength(2)
    expect(text).toContain('cancelled before it was complete')
    expect(text).toContain('page 2')
  })

  test('code is in a fence longer than any inside', () => {
    const passage = 'x\n````\ny'
    const all = markdownNodes(
      sessionMarkdown(
        recordedSession('s', [{ id: 't', question: 'q', cites: [{ says: 'x', passage, format: 'code' }] }]),
      ),
    )
    expect(all.flatMap((node) => (node.type === 'code' ? [node.value] : []))).toEqual([passage])
  })

  function isContained(text: string): void {
    const context = recordedSession(
      's',
      [
        { id: 't', question: text, cites: [{ says: 'x', passage: `x ${text}`, document: text }] },
        { id: 'u', question: 'Last one', cites: [] },
      ],
      { title: text },
    )
    const answer = context.session.messages[1]
    if (answer) answer.content = `${answer.content}\n\n${text}`
    const all = markdownNodes(sessionMarkdown(context))
    expect(all.flatMap((node) => (node.type === 'heading' ? [node.depth] : []))).toEqual([1, 2, 3, 2])
    const last = all.findLast(({ type }) => type === 'heading')
    expect(last && plain(last)).toBe('Last one')
    const active = all.filter(({ type }) =>
      ['definition', 'footnoteDefinition', 'linkReference', 'image', 'footnoteReference', 'imageReference'].includes(
        type,
      ),
    )
    expect(active).toEqual([])
    expect(
      all.flatMap((node) => (node.type === 'html' ? [node.value] : [])).filter((html) => !/^<\/?b>$/u.test(html)),
    ).toEqual([])
    // An address that a reader program makes a link of by itself says where it leads.
    const links = all.flatMap((node) => (node.type === 'link' ? [[plain(node), node.url]] : []))
    expect(
      links.filter(([shown = '', url]) => ![shown, `http://${shown}`, `mailto:${shown}`].includes(url ?? '')),
    ).toEqual([])
  }

  test.each(hostile)('%j stays in its place', (text) => isContained(text))

  test('so does any other text', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '#',
        '- ',
        '> ',
        '1. ',
        '```',
        '~~~',
        '\n',
        '\n\n',
        '    ',
        '|',
        '---',
        '===',
        '*',
        '_',
        '[',
        ']',
        '(',
        ')',
        '!',
        '<',
        '>',
        '&',
        ':',
        '[1]',
        '[^1]',
        'www.a.org',
        'http://a.b',
        '\\',
        '\t',
        '$',
        '\r',
        '。',
      ),
      fc.string({ maxLength: 3, unit: 'binary' }),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        isContained(`q${pieces.join('')}q`)
      }),
      { numRuns: 100 },
    )
  })
})

// Would catch a page that says 23:30 of a question asked at half past seven the next morning.
test('times are those of this machine, with their distance from UTC', () => {
  const zone = process.env['TZ']
  try {
    process.env['TZ'] = 'Asia/Shanghai'
    expect(readableTime('2026-01-02T23:30:05.678Z')).toBe('2026-01-03 07:30 UTC+08:00')
    process.env['TZ'] = 'America/St_Johns'
    expect(readableTime('2026-01-02T03:04:05Z')).toBe('2026-01-01 23:34 UTC−03:30')
    process.env['TZ'] = 'UTC'
    expect(readableTime('2026-01-02T03:04:05Z')).toBe('2026-01-02 03:04 UTC')
    expect(readableTime('soon')).toBe('soon')
  } finally {
    if (zone === undefined) delete process.env['TZ']
    else process.env['TZ'] = zone
  }
})
