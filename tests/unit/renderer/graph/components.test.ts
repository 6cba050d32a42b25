import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { EntityCard, GraphPath, GraphState } from '@shared/graph'
import { FakeGraph } from '../../../fakes/fake-graph'
import { FakeBrowser } from '../state/browser'

new FakeBrowser()
vi.stubGlobal('navigator', { platform: 'Linux', language: 'en', userAgent: '', vendor: '', maxTouchPoints: 0 })
const { startTranslations } = await import('@renderer/locales/i18n')
const { default: i18next } = await import('i18next')
const { TypeFilter } = await import('@renderer/features/graph/controls/type-filter')
const { CommunityColours } = await import('@renderer/features/graph/controls/colour-key')
const { SearchBox } = await import('@renderer/features/graph/controls/search-box')
const { CommunityContent } = await import('@renderer/features/graph/cards/community/community-content')
const { descriptionKey, isAskingDue, withDescription } =
  await import('@renderer/features/graph/cards/community/use-description')
const { EntityFacts } = await import('@renderer/features/graph/cards/entity/entity-card-view')
const { StatementList } = await import('@renderer/features/graph/cards/entity/statement-list')
const { MergeReasons } = await import('@renderer/features/graph/cards/entity/entity-card-view')
const { BuildingStrip } = await import('@renderer/features/graph/graph-stage')
const { useGraph } = await import('@renderer/state/graph/graph-store')
const { GraphPathLine } = await import('@renderer/features/evidence/evidence-card')
const { PathView } = await import('@renderer/features/graph/cards/path-view')

/** Its words, without markup. */
const textOf = (element: ReactElement) =>
  renderToStaticMarkup(element)
    .replace(/<[^>]*>/gu, ' ')
    .replace(/\s+/gu, ' ')
const nothing = () => undefined

beforeAll(() => startTranslations('en'))
beforeEach(async () => {
  await i18next.changeLanguage('en')
})

async function aCard(change: Partial<EntityCard> = {}): Promise<EntityCard> {
  const graph = new FakeGraph(200)
  const { nodes } = await graph.picture({ limit: 1 })
  return { ...(await graph.entity(nodes.ids[0] ?? '')), ...change }
}

describe('the card of an entity', () => {
  it('says in both languages what it is and how often it is named', async () => {
    const card = await aCard({ type: 'place', mentions: 1, documents: 2, aliases: ['LLM', '大模型'] })
    const facts = createElement(EntityFacts, { card })
    expect(textOf(facts)).toMatch(/Place .*named once .*in 2 documents .*Also called: LLM, 大模型/u)
    await i18next.changeLanguage('zh')
    expect(textOf(facts)).toMatch(/地点 .*提及 1 次 .*见于 2 份文档 .*又名/u)
  })

  // Would catch "Lake uses Pump" shown where a document says that Pump uses Lake.
  it('groups statements by what they say and in which direction', async () => {
    const card = await aCard()
    const [first] = card.statements
    if (!first) throw new Error('The fake says nothing.')
    const statements = [
      {
        ...first,
        relation: 'uses' as const,
        outgoing: false,
        weight: 1,
        other: { ...first.other, id: 'n_1', name: 'Pump' },
      },
      {
        ...first,
        relation: 'uses' as const,
        outgoing: true,
        weight: 5,
        other: { ...first.other, id: 'n_2', name: 'Valve' },
      },
      {
        ...first,
        relation: 'uses' as const,
        outgoing: true,
        weight: 9,
        other: { ...first.other, id: 'n_3', name: 'Gate' },
      },
    ]
    const text = textOf(createElement(StatementList, { statements, onPoint: nothing }))
    expect(text).toMatch(/uses .*Gate .*Valve .*is used by .*Pump/u)
  })

  it('keeps markup and hidden marks in names visible and harmless', async () => {
    const card = await aCard({ aliases: ['<img src=x>', 'a\u202Eb'] })
    const html = renderToStaticMarkup(createElement(EntityFacts, { card }))
    expect(html).toContain('&lt;img src=x&gt;')
    expect(html).toContain('a[U+202E]b')
  })

  it('says why names are one, also for a reason it does not know', async () => {
    const merges = [
      { id: 'm1', names: ['LLM', 'Large Language Model'], reason: 'acronym', score: 0.9 },
      { id: 'm2', names: ['a', 'b'], reason: 'new rule', score: 0.5 },
    ]
    const text = textOf(createElement(MergeReasons, { card: await aCard({ merges }) }))
    expect(text).toContain('LLM = Large Language Model')
    expect(text).toContain('Acronym, certainty 0.90')
    expect(text).toContain('Alike: new rule, certainty 0.50')
  })
})

describe('the card of a community', () => {
  const graph = new FakeGraph(200)
  const id = async () => (await graph.communities())[0]?.id ?? ''

  it('says who wrote its summary, and lists the passages it was written from', async () => {
    const card = await graph.community(await id())
    const content = (of: typeof card) =>
      textOf(createElement(CommunityContent, { card: of, writer: null, isOver: false, onPoint: nothing }))
    expect(content(card)).toMatch(/ Summary /u)
    const described = await graph.describeCommunity(card.id)
    expect(content(described)).toMatch(/About .* Summary by Tiny .*What .* is about\. .*annual-rep ort\.pdf/u)
    await i18next.changeLanguage('zh')
    expect(content(described)).toContain('摘要由 Tiny 撰写')
  })

  // Would catch a card that is gone while a model writes, and one that tells nobody that it does.
  it('can be read while a model writes, and says so in a place of its own in both languages', async () => {
    const card = await graph.community(await id())
    const content = createElement(CommunityContent, { card, writer: 'Tiny\u202E', isOver: false, onPoint: nothing })
    const status = (html: string) => /<span[^>]*role="status"[^>]*>([^<]*)</u.exec(html)?.[1]
    expect(status(renderToStaticMarkup(content))).toBe('Tiny[U+202E] is writing a summary…')
    expect(textOf(content)).toContain(card.summary.passages[0]?.text)
    await i18next.changeLanguage('zh')
    expect(status(renderToStaticMarkup(content))).toBe('Tiny[U+202E] 正在撰写摘要…')
    const quiet = createElement(CommunityContent, { card, writer: null, isOver: false, onPoint: nothing })
    expect(status(renderToStaticMarkup(quiet))).toBe('')
  })

  // Would catch somebody who hears that a model writes, and never that it has.
  it('says to those who hear it when the writing is over, in both languages', async () => {
    const card = await graph.community(await id())
    const described = await graph.describeCommunity(card.id)
    const said = (of: typeof card) => {
      const content = createElement(CommunityContent, { card: of, writer: null, isOver: true, onPoint: nothing })
      return /<span[^>]*role="status"[^>]*><span[^>]*>([^<]*)</u.exec(renderToStaticMarkup(content))?.[1]
    }
    expect([said(described), said(card)]).toEqual(['Summary by Tiny', 'The summary stays in the documents’ own words'])
    await i18next.changeLanguage('zh')
    expect([said(described), said(card)]).toEqual(['摘要由 Tiny 撰写', '摘要仍为文档原文'])
  })

  // Would catch members and parts of a version before, kept with what was written about the same text.
  it('has the words a model wrote, and all else as it was read last', async () => {
    const card = await graph.community(await id())
    const described = await graph.describeCommunity(card.id)
    const { level, parent, title } = card
    const children = [{ ...{ level, parent, title, size: 3 }, id: 'c_9' }]
    const read = { ...card, size: card.size + 1, entities: card.entities.slice(1), children }
    const { title: written, summary } = described
    expect(withDescription(read, described)).toEqual({ ...read, title: written, summary })
    expect(withDescription(read, { ...card, title: 'Older' })).toEqual(read)
    expect([withDescription(read, null), withDescription(null, described)]).toEqual([read, null])
  })

  // Would catch a call that a library which grows ends each time, so that none comes to its end.
  it('is not asked about while the graph changes, but a call that has begun goes on', () => {
    const asking = { key: 'a', answered: null, begun: null, building: false }
    expect(isAskingDue(asking)).toBe(true)
    expect(isAskingDue({ ...asking, building: true })).toBe(false)
    expect(isAskingDue({ ...asking, building: true, begun: 'a' })).toBe(true)
    expect(isAskingDue({ ...asking, building: true, begun: 'b' })).toBe(false)
    expect(isAskingDue({ ...asking, answered: 'a', begun: 'a' })).toBe(false)
    expect(isAskingDue({ ...asking, key: null })).toBe(false)
  })

  // Would catch a model that is asked again for each version of the graph, or for what it wrote itself.
  it('is asked about once for each text, model and community, and not where there is nothing to ask', async () => {
    const card = await graph.community(await id())
    const key = descriptionKey(card, 'gguf:tiny')
    expect(descriptionKey({ ...card, size: card.size + 1, children: [] }, 'gguf:tiny')).toBe(key)
    const { summary } = card
    const others = [
      descriptionKey(card, 'gguf:other'),
      descriptionKey({ ...card, id: 'c_9' }, 'gguf:tiny'),
      descriptionKey({ ...card, summary: { ...summary, text: 'Another.' } }, 'gguf:tiny'),
    ]
    expect(new Set([key, ...others])).toHaveProperty('size', 4)
    expect(descriptionKey(await graph.describeCommunity(card.id), 'gguf:tiny')).toBeNull()
    expect(descriptionKey({ ...card, summary: { ...summary, passages: [] } }, 'gguf:tiny')).toBeNull()
    expect([descriptionKey(card, null), descriptionKey(null, 'gguf:tiny')]).toEqual([null, null])
  })
})

describe('the strip over a graph that grows', () => {
  // Would catch a way to what is newer that is not there after the engine began anew, and one to nothing.
  it('offers another version, be it lower, and neither the same one nor an empty graph', async () => {
    const graph = new FakeGraph(20)
    graph.version = 7
    const picture = await graph.picture({ limit: 10 })
    const strip = (change: Partial<GraphState>) => {
      // Drawn without a page, a store says what it began with.
      const begun = useGraph.getInitialState()
      Object.assign(begun, { state: { ...graph.state(), building: true, ...change }, picture })
      return renderToStaticMarkup(createElement(BuildingStrip)).includes('<button')
    }
    expect([{ version: 7 }, { version: 8 }, { version: 3 }, { version: 0, entities: 0 }].map(strip)).toEqual([
      ...[false, true, true, false],
    ])
  })
})

describe('the legend', () => {
  it('names every type of the picture with its count, and ticks those that are drawn', async () => {
    const { nodes } = await new FakeGraph(200).picture({ limit: 200 })
    const filter = createElement(TypeFilter, { nodes, coloured: true, hidden: new Set(['technology' as const]) })
    const boxes = [...renderToStaticMarkup(filter).matchAll(/aria-checked="(true|false)"[^>]*aria-label="([^"]*)"/gu)]
    expect(boxes.filter(([, checked]) => checked === 'false').map(([, , name]) => name)).toEqual(['Technology'])
    expect(boxes.at(-1)?.[2]).toBe('Unknown')
    expect(textOf(filter)).toContain(`Unknown ${nodes.types.filter((type) => type < 0).length}`)
  })

  it('names the communities that have a colour, and says that the rest share one', async () => {
    const { communities } = await new FakeGraph(5000).picture({ limit: 10 })
    const text = textOf(createElement(CommunityColours, { communities }))
    expect(text).toContain(communities[9]?.title)
    expect(text).not.toContain(communities[10]?.title)
    expect(text).toContain('All others')
  })
})

describe('the search', () => {
  it('is a combobox with a name, closed while nothing is typed', () => {
    const html = renderToStaticMarkup(
      createElement(SearchBox, { text: '', onText: nothing, onChoose: nothing, label: 'Search the graph' }),
    )
    expect(html).toMatch(/<input[^>]*role="combobox"/u)
    expect(html).toMatch(/aria-label="Search the graph"[^>]*aria-autocomplete="list"[^>]*aria-expanded="false"/u)
    expect(html).not.toContain('role="option"')
  })
})

describe('a path', () => {
  const from = { id: 'n_a', name: 'Lake', type: null, mentions: 1, documents: 1 }
  const to = { ...from, id: 'n_b', name: '水泵' }
  const shown = (value: GraphPath | null) =>
    textOf(
      createElement(PathView, { ends: { from, to }, path: { value, error: null, again: nothing }, onPoint: nothing }),
    )

  it('says each step with its relation in the right direction', () => {
    const edges = [{ relation: 'depends_on' as const, forward: false, passages: [] }]
    expect(shown({ nodes: [from, to], edges })).toMatch(/From Lake to 水泵 .*1 step .*Lake .*is needed by .*水泵/u)
  })

  it('says that nothing joins two entities', () => {
    expect(shown({ nodes: [], edges: [] })).toContain('Nothing joins these two.')
  })
})

// Would catch names in another order, and one that is no button.
it('says in the evidence how the graph led from the question to a passage', () => {
  const line = createElement(GraphPathLine, { names: ['Lake', '水泵', '<b>'] })
  expect(textOf(line)).toMatch(/question .*Lake .*水泵 .*&lt;b&gt;/u)
  expect(renderToStaticMarkup(line).match(/<button/gu)).toHaveLength(3)
})
