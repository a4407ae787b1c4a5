/** Property tests over sockets take seconds where others work at the same time. */
jest.setTimeout(300_000);
