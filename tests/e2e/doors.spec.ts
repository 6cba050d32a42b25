import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { looks } from '../rounds'
import { seriousFindings } from './axe'
import { expect, test } from './cairn'
import { type Language, person } from './steps'

/** What a person does with the ways in for other programs, in one language. */
function doorkeeper(page: Page, language: Language = 'en') {
  const someone = person(page, language)
  const { say } = someone
  const section = page.locator('#settings-doors')
  const door = (name: 'mcp_http' | 'openai') => {
    const named = { door: say(`settings:doors.${name}`) }
    return {
      toggle: section.getByRole('switch', { name: named.door, exact: true }),
      address: section.getByLabel(say('settings:doors.address', named), { exact: true }),
      copy: section.getByRole('button', { name: say('settings:doors.copyAddress', named), exact: true }),
    }
  }
  const press = (key: string) => section.getByRole('button', { name: say(key), exact: true })
  return {
    ...someone,
    section,
    door,
    press,
    async open() {
      await someone.skipWelcome()
      await someone.goTo('settings')
    },
    async usePort(port: number) {
      const field = section.getByRole('textbox', { name: say('settings:doors.port') })
      await field.fill(String(port))
      await field.press('Enter')
    },
    /** Shows the block of one way in. */
    async block(way: 'stdio' | 'http' | 'openai') {
      await section.getByRole('radio', { name: say(`settings:doors.blocks.way.${way}`) }).click()
      return (await section.locator('pre').innerText()).trim()
    },
  }
}

async function listening(): Promise<{ readonly server: Server; readonly port: number }> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { server, port: (server.address() as AddressInfo).port }
}

const ended = (server: Server) => new Promise((done) => server.close(done))

async function freePort(): Promise<number> {
  const { server, port } = await listening()
  await ended(server)
  return port
}

/** What a program with a token is answered. */
async function models(address: string, token: string): Promise<number> {
  const headers = { Authorization: `Bearer ${token}`, 'User-Agent': 'probe/1.0' }
  return (await fetch(`${address}/models`, { headers })).status
}

// Would catch a way in that is open by itself, a token on the screen that nobody asked for, and blocks that let nobody in.
test('ways in for other programs are opened, told to a program, and closed again', async ({ cairn, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { page, store } = cairn
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  const someone = doorkeeper(page)
  const { section, door, press, say } = someone
  await someone.open()
  await expect(door('mcp_http').toggle).toHaveAttribute('aria-checked', 'false')
  await expect(door('openai').toggle).toHaveAttribute('aria-checked', 'false')
  expect(JSON.parse(await someone.block('stdio'))).toMatchObject({
    mcpServers: { cairn: { args: [expect.stringMatching(/cairn\.mjs$/u), 'mcp', '--store', store] } },
  })
  await section.getByRole('radio', { name: say('settings:doors.blocks.way.http') }).click()
  await expect(section.getByText(say('settings:doors.blocks.missing.http'))).toBeVisible()

  const port = await freePort()
  await someone.usePort(port)
  await door('openai').toggle.click()
  const address = `http://127.0.0.1:${port}/v1`
  await expect(door('openai').address).toHaveText(address)
  await expect(section.getByText(say('settings:doors.nobody'))).toBeVisible()
  await door('openai').copy.click()
  await expect.poll(clipboard).toBe(address)
  await press('settings:doors.copyToken').click()
  await expect.poll(clipboard).toMatch(/^[\w-]{43}$/u)
  const token = await clipboard()
  // Copied, but not to be seen.
  await expect(page.getByText(token)).toHaveCount(0)
  expect(await models(address, token)).toBe(200)
  await expect(section.getByText('probe/1.0')).toBeVisible()
  const block = await someone.block('openai')
  expect(block).toContain(address)
  expect(block).not.toContain(token)
  await press('settings:doors.show').click()
  await expect(section.getByText(token).first()).toBeVisible()
  await press('settings:doors.blocks.copy').click()
  await expect.poll(clipboard).toContain(`OPENAI_API_KEY=${token}`)

  await press('settings:doors.rotate').click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('settings:doors.rotateConfirm') })
    .click()
  await expect(page.getByText(token)).toHaveCount(0)
  expect(await models(address, token)).toBe(401)
  await door('openai').toggle.click()
  await expect(door('openai').address).toBeHidden()
  await expect.poll(() => models(address, token).then(String, String)).toContain('fetch failed')
})

test('all of it is reached and worked with the keyboard', async ({ cairn }) => {
  const { page } = cairn
  const someone = doorkeeper(page)
  await someone.open()
  await someone.usePort(await freePort())
  await someone.door('mcp_http').toggle.focus()
  await page.keyboard.press('Space')
  await expect(someone.door('mcp_http').address).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(someone.door('mcp_http').copy).toBeFocused()
  await someone.press('settings:doors.rotate').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(someone.press('settings:doors.rotate')).toBeFocused()
})

for (const { language, locale, colorScheme } of looks(
  [
    { language: 'en', locale: 'en-US', colorScheme: 'light' },
    { language: 'zh', locale: 'zh-CN', colorScheme: 'dark' },
  ] as const,
  1,
)) {
  test.describe(`${language}, ${colorScheme}`, () => {
    test.use({ locale, colorScheme })

    test('a port that another program has is said, and another one opens the door', async ({ cairn }) => {
      const { page } = cairn
      const other = await listening()
      const someone = doorkeeper(page, language)
      const { section, door, say } = someone
      await someone.open()
      await someone.usePort(other.port)
      await door('mcp_http').toggle.click()
      await expect(section.getByText(say('settings:doors.problem.taken', { port: other.port }))).toBeVisible()
      await expect(section.getByText(say('settings:doors.notOpen'))).toBeVisible()
      await page.setViewportSize({ width: 1280, height: 9000 })
      expect(await seriousFindings(page)).toEqual([])
      await someone.usePort(await freePort())
      await expect(door('mcp_http').address).toBeVisible()
      await expect(section.getByText(say('settings:doors.problem.title'))).toBeHidden()
      const block = await someone.block('http')
      expect(block).toContain((await door('mcp_http').address.innerText()).trim())
      expect(await seriousFindings(page)).toEqual([])
      await ended(other.server)
    })
  })
}
