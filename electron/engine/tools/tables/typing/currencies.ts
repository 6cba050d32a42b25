/** Names of currencies as they stand beside amounts, by ISO 4217 code. `¥` is left as it is: it means yen and yuan. */
const names: Readonly<Record<string, readonly string[]>> = {
  EUR: ['€', 'euro', 'euros', '欧元'],
  USD: ['$', 'us$', 'usd$', 'dollar', 'dollars', '美元', '美金'],
  GBP: ['£', 'pound sterling', 'pounds sterling', '英镑'],
  CNY: ['rmb', 'yuan', '人民币', '元', '块', '块钱', '圆', 'cn¥'],
  '¥': ['¥'],
  JPY: ['yen', '日元', '円', 'jp¥'],
  HKD: ['hk$', '港元', '港币'],
  TWD: ['nt$', '新台币', '台币'],
  AUD: ['a$', 'au$', '澳元'],
  CAD: ['c$', 'ca$', '加元'],
  SGD: ['s$', '新加坡元', '新元'],
  CHF: ['sfr', 'fr.', 'francs', '瑞士法郎', '瑞郎'],
  INR: ['₹', 'rs', 'rs.', 'rupees', '卢比'],
  KRW: ['₩', 'won', '韩元'],
  RUB: ['₽', 'roubles', 'rubles', '卢布'],
  BRL: ['r$', 'reais'],
  SEK: [],
  NOK: [],
  DKK: [],
  PLN: ['zł'],
  CZK: ['kč'],
  HUF: [],
  TRY: ['₺'],
  MXN: [],
  ZAR: [],
  THB: ['฿'],
  NZD: ['nz$'],
  ILS: ['₪'],
  UAH: ['₴'],
  VND: ['₫'],
}

const codes = new Map(
  Object.entries(names).flatMap(([code, others]) =>
    [code.toLowerCase(), ...others].map((name): [string, string] => [name, code]),
  ),
)

/** The currency that a sign, a code or a word names, as an ISO 4217 code; undefined where it names none. */
export function currencyOf(name: string): string | undefined {
  return codes.get(name.trim().toLowerCase())
}
