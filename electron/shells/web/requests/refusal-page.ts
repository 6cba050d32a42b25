import { createHash } from 'node:crypto'
import { plainHeaders } from '@shells/assets/security-headers'

interface Words {
  readonly lang: string
  readonly title: string
  readonly why: string
  readonly action: string
}

const english: Words = {
  lang: 'en',
  title: 'This link no longer opens Cairn',
  why: 'A link works once and for ten minutes, so that nobody else can use it.',
  action: 'Press Enter in the terminal that Cairn runs in to get a new link, or start Cairn again.',
}

const chinese: Words = {
  lang: 'zh',
  title: '此链接已不能打开 Cairn',
  why: '每个链接只能使用一次，十分钟内有效，以免他人使用。',
  action: '请在运行 Cairn 的终端中按回车键获取新链接，或重新启动 Cairn。',
}

const style =
  'body{font:16px/1.6 system-ui,sans-serif;max-width:34em;margin:18vh auto;padding:0 24px;color:CanvasText;' +
  'background:Canvas}h1{font-size:22px;font-weight:600}'
const styleHash = createHash('sha256').update(style).digest('base64')

/** The page for a browser without a valid link or cookie, in the first of our languages that it accepts. */
export function refusalPage(acceptLanguage: string | undefined): Response {
  const words = prefersChinese(acceptLanguage ?? '') ? chinese : english
  const headers = plainHeaders()
  headers.set('Content-Security-Policy', `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'none'`)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  headers.set('Content-Language', words.lang)
  const page =
    `<!doctype html><html lang="${words.lang}"><head><meta charset="utf-8"><title>Cairn</title>` +
    `<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">` +
    `<style>${style}</style></head><body><main><h1>${words.title}</h1><p>${words.why}</p><p>${words.action}</p>` +
    '</main></body></html>'
  return new Response(page, { status: 403, headers })
}

/** Whether Chinese has a greater weight than English (RFC 9110 §12.5.4); of equals the first counts. */
export function prefersChinese(acceptLanguage: string): boolean {
  let best = { language: 'en', weight: 0 }
  for (const part of acceptLanguage.split(',')) {
    const [range = '', ...parameters] = part.trim().toLowerCase().split(';')
    const language = range.split('-')[0] ?? ''
    const given = parameters.map((one) => /^\s*q=([\d.]+)$/u.exec(one)?.[1]).find((one) => one !== undefined)
    const weight = Number(given ?? 1)
    if ((language === 'en' || language === 'zh') && weight > best.weight) best = { language, weight }
  }
  return best.language === 'zh'
}
