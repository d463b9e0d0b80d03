/** What certificate.js uses of a package that may not be installed. */
declare module 'selfsigned' {
  export interface Options {
    keyType: 'ec'
    algorithm: 'sha256'
    notBeforeDate: Date
    notAfterDate: Date
    extensions: object[]
  }
  const selfsigned: {
    generate(
      attributes: { name: string; value: string }[],
      options: Options
    ): Promise<{ private: string; cert: string }>
  }
  export default selfsigned
}
