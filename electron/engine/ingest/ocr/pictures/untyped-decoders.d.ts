declare module 'pngjs' {
  export const PNG: {
    readonly sync: {
      /** Always 4 bytes a pixel: RGBA. */
      read(file: Uint8Array): { readonly width: number; readonly height: number; readonly data: Uint8Array }
    }
  }
}

declare module 'heic-decode' {
  interface HeicPicture {
    readonly width: number
    readonly height: number
    decode(): Promise<{ readonly width: number; readonly height: number; readonly data: Uint8ClampedArray }>
  }
  const decode: {
    all(input: { readonly buffer: Uint8Array }): Promise<readonly HeicPicture[] & { dispose(): void }>
  }
  export default decode
}
