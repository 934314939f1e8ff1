/** Headers of a response of Server-Sent Events. */
export const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no', // nginx would collect events until its buffer is full
  connection: 'close', // no request follows a stream on its connection, so both end together
}
