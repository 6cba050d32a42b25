import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { seriousFindings } from './axe'
import { expect, root, test } from './cairn'
import { type Language, person } from './steps'

const server = join(root, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js')
const pasted = JSON.stringify({
  mcpServers: { everything: { command: 'node', args: [server, 'stdio'], autoApprove: ['echo'] } },
})
const call = '@everything/echo message=hello'

/** What a person does with tools, in one language. */
function toolUser(page: Page, language: Language = 'en') {
  const someone = person(page, language)
  const { say } = someone
  const settings = page.locator('#settings-tools')
  const cards = (of: ReturnType<typeof someone.turn>) => of.getByRole('list', { name: say('chat:tools.list') })
  const choice = (answer: string) => someone.button(`chat:tools.consent.${answer}`)
  return {
    ...someone,
    settings,
    cards,
    choice,
    async addEverything() {
      await someone.goTo('settings')
      await settings.getByRole('textbox', { name: say('settings:tools.add.json') }).fill(pasted)
      await settings.getByRole('button', { name: say('settings:tools.add.submit'), exact: true }).click()
      await expect(settings.getByRole('status').filter({ hasText: 'everything' })).toBeVisible()
    },
    async showItsTools() {
      await settings.getByText(say('settings:tools.programs.show'), { exact: true }).click()
      await expect(settings.getByRole('combobox', { name: 'echo', exact: true })).toBeVisible({ timeout: 30_000 })
    },
  }
}

test.describe('a tool of Cairn', () => {
  test.use({ withSharedSample: true })

  test('a calculation is answered by the calculator, as evidence of its own kind', async ({ cairn }) => {
    const { page } = cairn
    const someone = toolUser(page)
    const question = 'What is 15% of 890,000?'
    await someone.ask(question)
    const turn = someone.turn(question)
    await someone.answered(turn)
    await expect(turn).toContainText('133,500')
    const card = someone.cards(turn).getByRole('button', { name: /^Calculator/u })
    await expect(card).toHaveAttribute('aria-expanded', 'false')
    const evidence = page.getByRole('list', { name: someone.say('evidence:list') })
    await expect(evidence.getByText(someone.say('evidence:kinds.tool'), { exact: true })).toBeVisible()
    // A score would say how near it is to the question, which nobody has measured.
    await expect(evidence.getByText(someone.say('evidence:score'))).toHaveCount(0)
    await evidence.getByRole('button').first().click()
    await expect(card).toHaveAttribute('aria-expanded', 'true')
    await expect(card).toBeFocused()
    await expect(page.getByRole('tab', { name: someone.say('app:evidence') })).toHaveAttribute('aria-selected', 'true')
    expect(await seriousFindings(page)).toEqual([])
  })
})

test.describe('tools', () => {
  test.use({ withSample: true })

  test('a tool of another program runs once for one permission, and asks again', async ({ cairn }) => {
    const { page } = cairn
    const someone = toolUser(page)
    await someone.addEverything()
    // That others were told to allow a tool without asking is no permission here.
    await expect(someone.settings.getByRole('status')).toContainText('autoApprove')
    await someone.goTo('chat')
    await someone.ask(call)
    const turn = someone.turn(call)
    await someone.answered(turn)
    await expect(someone.cards(turn)).toContainText(someone.say('chat:tools.needs_consent'))
    await expect(someone.cards(turn)).toContainText('hello')
    await expect(turn).not.toContainText('Echo: hello')
    expect(await seriousFindings(page)).toEqual([])
    await someone.choice('once').click()
    await expect(turn).toContainText('Echo: hello')
    await expect(turn).toContainText('2/2')
    await someone.button('app:newChat').click()
    await someone.ask(call)
    await someone.answered(someone.turn(call))
    await expect(someone.choice('always')).toBeVisible()
    await expect(turn).not.toContainText('Echo: hello')
  })

  test('is picked behind an @ with the keyboard, and refused for good', async ({ cairn }) => {
    const { page } = cairn
    const someone = toolUser(page)
    await someone.addEverything()
    await someone.showItsTools()
    await someone.goTo('chat')
    await someone.composer.fill('@ev')
    await expect(page.getByRole('option').first()).toBeVisible()
    await someone.composer.pressSequentially('erything/ech')
    await someone.composer.press('Enter')
    await expect(someone.composer).toHaveValue('@everything/echo ')
    await someone.composer.pressSequentially('message=hello')
    await someone.composer.press('Enter')
    const turn = someone.turn(call)
    await someone.answered(turn)
    await someone.choice('never').click()
    await expect(someone.choice('forget')).toBeVisible()
    await expect(someone.cards(turn)).toContainText(someone.say('chat:tools.refused'))
    await someone.goTo('settings')
    const forget = someone.settings.getByRole('button', {
      name: someone.say('settings:tools.consent.forget', { tool: 'echo' }),
    })
    await forget.click()
    await expect(someone.settings.getByText(someone.say('settings:tools.consent.none'))).toBeVisible()
  })
})

test.describe('settings of tools, zh, dark', () => {
  test.use({ locale: 'zh-CN', colorScheme: 'dark', withSample: true })

  test('axe finds nothing serious; a program is switched off, and removed after a question', async ({ cairn }) => {
    const { page } = cairn
    const someone = toolUser(page, 'zh')
    await someone.addEverything()
    await someone.showItsTools()
    await someone.settings.getByText(someone.say('settings:tools.log.show'), { exact: true }).click()
    // All of it in sight: axe takes a label that is scrolled away for none.
    await page.setViewportSize({ width: 1280, height: 12_000 })
    expect(await seriousFindings(page)).toEqual([])
    await someone.settings.getByRole('switch', { name: 'everything', exact: true }).click()
    await expect(someone.settings.getByText(someone.say('settings:tools.programs.show'), { exact: true })).toBeHidden()
    await someone.button('settings:tools.programs.remove', { name: 'everything' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: someone.say('settings:tools.programs.removeConfirm') })
      .click()
    await expect(someone.settings.getByText(someone.say('settings:tools.programs.none'))).toBeVisible()
  })
})
