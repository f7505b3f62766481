declare module '@20minutes/s3rver' {
  /** A server that speaks S3, of which only this is used; it comes without types. */
  export default class S3rver {
    constructor(options: object)
    run(): Promise<{ port: number }>
    close(): Promise<void>
  }
}
