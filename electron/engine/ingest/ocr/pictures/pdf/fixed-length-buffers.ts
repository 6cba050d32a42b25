/**
 * pdf.js ends what it unpacks by `ArrayBuffer.transferToFixedLength`, which Node has from 22 on; before, it would lose every font of
 * a page. A copy does the same, at the cost of its memory for a moment.
 */
export function ensureFixedLengthBuffers(): void {
  if ('transferToFixedLength' in ArrayBuffer.prototype) return
  Object.defineProperty(ArrayBuffer.prototype, 'transferToFixedLength', {
    configurable: true,
    writable: true,
    value(this: ArrayBuffer, length = this.byteLength): ArrayBuffer {
      const copy = new ArrayBuffer(length)
      new Uint8Array(copy).set(new Uint8Array(this, 0, Math.min(length, this.byteLength)))
      return copy
    },
  })
}
