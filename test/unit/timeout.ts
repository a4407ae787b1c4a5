/** Property tests over sockets take seconds while other tests run at the same time. */
jest.setTimeout(300_000);
