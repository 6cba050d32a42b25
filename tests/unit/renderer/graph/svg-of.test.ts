import type { GraphPicture } from '@shared/graph'
import { parse } from 'parse5'
import { describe, expect, it } from 'vitest'
import { buildGraph } from '@renderer/features/graph/drawing/build-graph'
import { svgOf } from '@renderer/features/graph/drawing/svg-of'
import { FakeGraph } from '../../../fakes/fake-graph'
import { aLook } from './look-fixture'

async function svgWith(names: readonly string[], hidden: readonly number[] = []): Promise<string> {
  const whole = await new FakeGraph(names.length).picture({ limit: names.length })
  const picture: GraphPicture = { ...whole, nodes: { ...whole.nodes, names: [...names] } }
  const places = { x: names.map((_, at) => at * 400), y: names.map((_, at) => (at % 3) * 400) }
  const choices = {
    statedShown: true,
    togetherShown: true,
    hidden: Uint8Array.from(names, (_, at) => (hidden.includes(at) ? 1 : 0)),
  }
  return svgOf(buildGraph(picture, places, aLook, { colouring: 'type', ...choices }), aLook)
}

describe('svgOf', () => {
  it('has a circle and a name for each entity and a line for each link', async () => {
    const svg = await svgWith(['Lake', '港口服务', 'Ridge', 'Pump'])
    expect(svg.match(/<circle /gu)).toHaveLength(4)
    expect(svg).toContain('>港口服务</text>')
    expect(svg).toMatch(/<path d="M[\d. ]+L[\d. ]+" stroke=/u)
    expect(svg).not.toMatch(/NaN|Infinity|undefined/u)
  })

  // Would catch a file that runs what a document's author wrote, or that no program opens.
  it('keeps markup in names as text and leaves out what XML forbids', async () => {
    const svg = await svgWith(['<script>alert(1)</script>', `"><image href='x'/>&amp;`, 'bell\u0007\uFFFE\uD800', 'ok'])
    expect(svg).not.toMatch(/<script|<image/u)
    expect(svg).not.toMatch(/[\u0000-\u0008\uFFFE\p{Surrogate}]/u)
    const tree = JSON.stringify(parse(svg), (key, value: unknown) => (key === 'parentNode' ? undefined : value))
    expect(tree).toContain('<script>alert(1)</script>')
    expect(tree).toContain(`href='x'/>&amp;`)
  })

  it('leaves out what is hidden', async () => {
    const svg = await svgWith(['Lake', 'Harbour', 'Ridge'], [1])
    expect(svg).not.toContain('Harbour')
    expect(svg.match(/<circle /gu)).toHaveLength(2)
  })

  it('is a document also for an empty graph', async () => {
    expect(await svgWith([])).toMatch(/^<svg [^>]*viewBox="0 0 1600 60"[^>]*>.*<\/svg>$/u)
  })
})
