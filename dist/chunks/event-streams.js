import { A as SmithyMessageDecoderStream, B as Int64, C as getMessageUnmarshaller, D as init_getChunkedStream, E as getChunkedStream, F as init_MessageDecoderStream, I as EventStreamCodec, L as init_EventStreamCodec, M as MessageEncoderStream, N as init_MessageEncoderStream, O as SmithyMessageEncoderStream, P as MessageDecoderStream, R as HeaderMarshaller, S as init_EventStreamMarshaller, T as init_getUnmarshalledStream, V as init_Int64, _ as EventStreamMarshaller, b as EventStreamMarshaller$1, d as init_EventStreamSerde, f as init_EventStreamSerdeConfig, g as readableStreamToIterable, h as iterableToReadableStream, j as init_SmithyMessageDecoderStream, k as init_SmithyMessageEncoderStream, l as init_event_streams, m as init_utils, p as resolveEventStreamSerdeConfig, u as EventStreamSerde, v as eventStreamSerdeProvider, w as getUnmarshalledStream, x as eventStreamSerdeProvider$1, y as init_EventStreamMarshaller$1, z as init_HeaderMarshaller } from "./bedrock.js";

init_Int64();
init_HeaderMarshaller();
init_EventStreamCodec();
init_MessageDecoderStream();
init_MessageEncoderStream();
init_SmithyMessageDecoderStream();
init_SmithyMessageEncoderStream();
init_getChunkedStream();
init_getUnmarshalledStream();
init_EventStreamMarshaller();
init_EventStreamMarshaller$1();
init_utils();
init_EventStreamSerdeConfig();
init_EventStreamSerde();
init_event_streams();
export { EventStreamSerde, eventStreamSerdeProvider };