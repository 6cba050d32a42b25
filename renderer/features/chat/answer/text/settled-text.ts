/** What of a growing answer can be shown: without a half-written citation or list item at its end. */
export function settledText(response: string): string {
  return response.replace(/(?:\n-?[^\S\n]*|\s*\[\d{0,3})$/u, '')
}
