/** The headers of every answer: nothing from outside, no framing, no guessing of types, no referrer. */
const always: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Origin-Agent-Cluster': '?1',
  'Permissions-Policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), ' +
    'midi=(), payment=(), serial=(), usb=(), xr-spatial-tracking=()',
}

/** The headers of an answer that is no page: a refusal, a file, an error report. */
export function plainHeaders(): Headers {
  const headers = new Headers(always)
  headers.set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
  headers.set('Cache-Control', 'no-store')
  return headers
}

/** The headers of the application's own files. `url` is the address they were asked for under. */
export function appHeaders(url: URL): Headers {
  const headers = new Headers(always)
  headers.set('Content-Security-Policy', contentSecurityPolicy(url))
  headers.set('Cache-Control', 'no-store')
  return headers
}

/** Workers are under the policy of their own file, so that all of them carry it. */
function contentSecurityPolicy({ protocol, host, pathname }: URL): string {
  // Some browsers do not count sockets as 'self'; an address in brackets cannot be written in a policy.
  const sockets = protocol === 'http:' && !host.startsWith('[') ? ` ws://${host}` : ''
  // Scans in PDFs are unpacked by WebAssembly, in a worker that has neither page nor engine; nothing else may use it.
  const wasm = /^\/assets\/pdf\.worker[^/]*$/u.test(pathname) ? " 'wasm-unsafe-eval'" : ''
  return [
    "default-src 'none'",
    `script-src 'self'${wasm}`,
    "style-src 'self'",
    "img-src 'self' blob: data:",
    "font-src 'self'",
    `connect-src 'self'${sockets}`,
    "worker-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
