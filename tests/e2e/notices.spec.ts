import type { Page } from '@playwright/test'
import { looks } from '../rounds'
import { expect, test, withClient } from './cairn'
import { person } from './steps'

interface Node {
  readonly role: string
  readonly name: string
  /** How what is added there is said: `polite`, `assertive`; empty where it is not. */
  readonly live: string
}

/** The notices as a screen reader gets them: their region and everything in it, from the top. */
async function noticesOf(page: Page, label: string): Promise<Node[]> {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  await session.detach()
  const byId = new Map(nodes.map((node) => [node.nodeId, node]))
  const below = (id: string, around = ''): Node[] => {
    const node = byId.get(id)
    if (!node) return []
    const own: unknown = node.properties?.find(({ name }) => name === 'live')?.value.value
    const live = typeof own === 'string' && own !== 'off' ? own : around
    const read = { role: String(node.role?.value), name: String(node.name?.value ?? ''), live }
    return [...(node.ignored ? [] : [read]), ...(node.childIds ?? []).flatMap((child) => below(child, live))]
  }
  const region = nodes.find(({ role, name }) => role?.value === 'region' && name?.value === label)
  return region ? below(region.nodeId) : []
}

for (const { language, locale } of looks(
  [
    { language: 'en', locale: 'en-US' },
    { language: 'zh', locale: 'zh-CN' },
  ] as const,
  1,
)) {
  test.describe(language, () => {
    test.use({ locale, withSample: true })

    // Would catch a failure said twice or not at all, a notice in another language, and an act that only a mouse reaches.
    test('a notice is said once, in the language of the page, and its act is two keys away', async ({ cairn }) => {
      const { page } = cairn
      const someone = person(page, language)
      const { say, button } = someone
      await expect(page.locator('html')).toHaveAttribute('lang', locale === 'en-US' ? 'en' : locale)
      await someone.goTo('evaluation')
      const file = page.locator('input[type=file][accept*=jsonl]')
      const named = (text: string) => ({ name: 'huts.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from(text) })
      await file.setInputFiles(named('{"question":'))
      const failed = say('evaluation:importFailed')
      await expect(page.getByText(failed)).toBeVisible()
      const told = await noticesOf(page, say('app:notices'))
      const sentences = told.filter(({ role, name }) => role === 'StaticText' && name === failed)
      expect(sentences.map(({ live }) => live)).toEqual(['assertive'])
      // The lists say what comes into them, and nothing within says it again.
      const places = told.filter(({ role }) => ['list', 'alert', 'status', 'log'].includes(role))
      expect(places.map(({ role, live }) => `${role} ${live}`)).toEqual(['list assertive', 'list polite'])
      expect(told.filter(({ role }) => role === 'listitem')).toHaveLength(1)
      expect(told.filter(({ role }) => role === 'button').map(({ name }) => name)).toEqual([say('app:close')])

      await file.setInputFiles(named('{"question":"When was the hut opened?"}'))
      await expect(page.getByText('When was the hut opened?')).toBeVisible()
      await button('evaluation:deleteSet').click()
      await expect(page.getByText('When was the hut opened?')).toBeHidden()
      const undo = button('app:undo')
      await expect(undo).toBeVisible()
      const acts = (await noticesOf(page, say('app:notices'))).filter(
        ({ role, live }) => role === 'button' && live === 'polite',
      )
      expect(acts.map(({ name }) => name)).toEqual([say('app:undo'), say('app:close')])
      // From a field that is being written in.
      await someone.goTo('chat')
      await someone.composer.fill('When')
      await page.keyboard.press('F8')
      await expect(undo).toBeFocused()
      await page.keyboard.press('Enter')
      // Also once the set is there again: who writes is not taken elsewhere.
      await withClient(cairn.origin, async (client) => {
        await expect.poll(async () => (await client.evaluation.sets()).map(({ title }) => title)).toContain('huts')
      })
      await page.waitForTimeout(500)
      await expect(someone.composer).toBeFocused()
      await someone.goTo('evaluation')
      await expect(page.getByText('When was the hut opened?').or(page.getByText('huts')).first()).toBeVisible()
    })
  })
}
