#!/usr/bin/env node
"use strict";

void require("../dist/cli/main.js").main(process.argv.slice(2));
